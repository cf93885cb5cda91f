"""Tell phones from cameras: a phone's clock is set by the network, a camera's by hand."""

import re

from coincide.model import Device

# makers whose every device with a camera in it is a phone or a tablet
_PHONE_MAKER = re.compile(
    r"(alcatel|asus|blackberry|blackview|bq|cat|doogee|essential|fairphone|fujitsu|google|hmd"
    r"|honor|htc|huawei|infinix|itel|leeco|lemobile|lenovo|lge?|meizu|microsoft|motorola|nokia"
    r"|nothing|oneplus|oppo|oukitel|poco|realme|redmi|research in motion|sharp|sony ericsson|tcl"
    r"|tecno|ulefone|umidigi|vivo|wiko|xiaomi|zte)\b",
    re.IGNORECASE,
)
# makers of both: what their phones are called. Samsung's SM- and GT-, SGH-, SCH-, SPH-, SHV-,
# and SC-, SCV, SCG of Japan; Sony's XQ-, SO-, SOV, SOG, a letter and four digits, LT26i
_PHONE_MODELS = {
    "apple": re.compile(r"ip(hone|ad|od)", re.IGNORECASE),
    "samsung": re.compile(
        r"(samsung[ -])?(galaxy (?!nx|camera)|(sm|gt|sgh|sch|sph|shv|shw)-|sc-\d\d[a-z]|sc[gv]\d)",
        re.IGNORECASE,
    ),
    "sony": re.compile(r"xperia|xq-|so-\d|so[gv]\d|[c-j]\d{4}$|[lms]t\d\d", re.IGNORECASE),
}
# for photos that name no maker: models nobody else makes, and what only phones run
_PHONE_NAME = re.compile(r"(iphone|ipad|ipod|pixel \d|nexus \d|sm-[a-z]\d|galaxy |moto[ g])", re.I)
_PHONE_SOFTWARE = re.compile(r"hdr\+|release-keys|mediatek camera", re.IGNORECASE)


def is_phone(device: Device) -> bool:
    """Return whether a device is a phone or a tablet, as far as its tags tell.

    >>> is_phone(Device("SONY", "DSC-HX60V")), is_phone(Device("Sony", "G8341"))
    (False, True)
    """
    make, model = (device.make or "").strip(), (device.model or "").strip()
    if _PHONE_MAKER.match(make) or _PHONE_SOFTWARE.search(device.software or ""):
        return True
    models = _PHONE_MODELS.get(make.lower().split(" ")[0], _PHONE_NAME if not make else None)
    return models is not None and models.match(model) is not None
