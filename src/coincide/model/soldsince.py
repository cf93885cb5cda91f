"""Since when camera and phone models are sold: an earlier date of such a device is a clock error.

The month is that of the announcement. Press and testers have devices earlier, so ``sold_since_s``
goes back by some months. Only models whose date is well known are listed; of all others nothing
is said.
"""

from functools import cache

from coincide.model.event import Device
from coincide.model.times import DAY_S, from_clock

# testers and photographers of advertisements have a model so long before it is announced
_BEFORE_S = 92 * DAY_S

# by make: a prefix of the model name, and the models behind it by month of announcement
_ANNOUNCED: dict[str, tuple[str, dict[str, str]]] = {
    "nikon": (
        "nikon ",
        {
            "1999-06": "d1",
            "2002-02": "d100",
            "2004-01": "d70",
            "2005-04": "d50 d70s",
            "2005-11": "d200",
            "2006-08": "d80",
            "2006-11": "d40",
            "2007-03": "d40x",
            "2007-08": "d3 d300",
            "2008-01": "d60",
            "2008-07": "d700",
            "2008-08": "d90",
            "2009-04": "d5000",
            "2009-07": "d3000 d300s",
            "2009-10": "d3s",
            "2010-08": "d3100",
            "2010-09": "d7000",
            "2011-04": "d5100",
            "2012-01": "d4",
            "2012-02": "d800 d800e",
            "2012-04": "d3200",
            "2012-09": "d600",
            "2012-11": "d5200",
            "2013-02": "d7100",
            "2013-10": "d610 d5300",
            "2013-11": "df",
            "2014-01": "d3300 d4s",
            "2014-06": "d810",
            "2014-09": "d750",
            "2015-01": "d5500",
            "2015-03": "d7200",
            "2016-01": "d5 d500",
            "2016-08": "d3400",
            "2016-11": "d5600",
            "2017-04": "d7500",
            "2017-08": "d850",
            "2018-08": "d3500 z_6 z_7",
            "2019-10": "z_50",
            "2020-01": "d780",
            "2020-07": "z_5",
            "2020-10": "z_6_2 z_7_2",
            "2021-06": "z_fc",
            "2021-10": "z_9",
            "2022-06": "z_30",
            "2023-05": "z_8",
            "2023-09": "z_f",
        },
    ),
    "canon": (
        "canon eos ",
        {
            "2000-05": "d30",
            "2002-02": "d60",
            "2003-02": "10d",
            "2003-08": "300d_digital digital_rebel",
            "2004-08": "20d",
            "2005-02": "350d_digital digital_rebel_xt",
            "2005-08": "5d",
            "2006-02": "30d",
            "2006-08": "400d_digital digital_rebel_xti",
            "2007-08": "40d",
            "2008-01": "450d digital_rebel_xsi",
            "2008-06": "1000d digital_rebel_xs",
            "2008-08": "50d",
            "2008-09": "5d_mark_ii",
            "2009-03": "500d rebel_t1i",
            "2009-09": "7d",
            "2010-02": "550d rebel_t2i",
            "2010-08": "60d",
            "2011-02": "600d 1100d rebel_t3i rebel_t3",
            "2012-03": "5d_mark_iii",
            "2012-06": "650d rebel_t4i",
            "2012-07": "m",
            "2012-09": "6d",
            "2013-03": "700d 100d rebel_t5i rebel_sl1",
            "2013-07": "70d",
            "2014-02": "1200d rebel_t5",
            "2014-09": "7d_mark_ii",
            "2015-02": "750d 760d rebel_t6i rebel_t6s 5ds 5ds_r",
            "2016-02": "80d",
            "2016-03": "1300d rebel_t6",
            "2016-08": "5d_mark_iv",
            "2016-09": "m5",
            "2017-02": "m6 77d 800d rebel_t7i",
            "2017-06": "200d 6d_mark_ii rebel_sl2",
            "2018-02": "m50 2000d 4000d",
            "2018-09": "r",
            "2019-02": "rp",
            "2019-04": "250d rebel_sl3",
            "2019-08": "90d m6_mark_ii",
            "2020-07": "r5 r6",
            "2022-05": "r7 r10",
            "2023-02": "r50 r8",
        },
    ),
    "sony": (
        "",
        {
            "2006-06": "dslr-a100",
            "2007-09": "dslr-a700",
            "2008-01": "dslr-a200 dslr-a300 dslr-a350",
            "2008-09": "dslr-a900",
            "2010-05": "nex-3 nex-5",
            "2011-08": "nex-5n nex-7 slt-a77v",
            "2012-06": "dsc-rx100",
            "2012-09": "nex-6 slt-a99v",
            "2013-06": "dsc-rx100m2",
            "2013-10": "ilce-7 ilce-7r dsc-rx10",
            "2014-02": "ilce-6000 dsc-hx60v",
            "2014-04": "ilce-7s",
            "2014-05": "dsc-rx100m3",
            "2014-11": "ilce-7m2",
            "2015-06": "ilce-7rm2 dsc-rx100m4",
            "2015-09": "ilce-7sm2",
            "2016-02": "ilce-6300",
            "2016-10": "ilce-6500 dsc-rx100m5",
            "2017-04": "ilce-9",
            "2017-10": "ilce-7rm3",
            "2018-02": "ilce-7m3",
            "2018-06": "dsc-rx100m6",
            "2019-01": "ilce-6400",
            "2019-07": "ilce-7rm4 dsc-rx100m7",
            "2019-08": "ilce-6100 ilce-6600",
            "2020-07": "ilce-7sm3",
            "2020-09": "ilce-7c",
            "2021-01": "ilce-1",
            "2021-10": "ilce-7m4",
        },
    ),
    "panasonic": (
        "",
        {
            "2008-01": "dmc-tz5",
            "2008-09": "dmc-g1",
            "2009-03": "dmc-gh1",
            "2009-09": "dmc-gf1",
            "2010-03": "dmc-g2",
            "2010-09": "dmc-gh2",
            "2011-11": "dmc-gx1",
            "2012-09": "dmc-gh3",
            "2013-08": "dmc-gx7",
            "2013-10": "dmc-gm1",
            "2014-02": "dmc-gh4",
            "2014-09": "dmc-lx100",
            "2015-01": "dmc-tz70",
            "2015-05": "dmc-g7",
            "2015-07": "dmc-gx8",
            "2017-01": "dc-gh5",
            "2017-11": "dc-g9",
            "2018-02": "dc-gx9",
        },
    ),
    "fujifilm": (
        "",
        {
            "2010-09": "finepix_x100",
            "2012-01": "x-pro1",
            "2012-09": "x-e1",
            "2013-01": "x100s",
            "2014-01": "x-t1",
            "2014-09": "x100t",
            "2015-05": "x-t10",
            "2016-01": "x-pro2",
            "2016-07": "x-t2",
            "2017-01": "x-t20 x100f",
            "2017-09": "x-e3",
            "2018-02": "x-h1",
            "2018-09": "x-t3",
            "2019-02": "x-t30",
            "2019-10": "x-pro3",
            "2020-02": "x100v x-t4",
            "2020-10": "x-s10",
            "2021-01": "x-e4",
            "2022-05": "x-h2s",
            "2022-11": "x-t5",
            "2024-02": "x100vi",
        },
    ),
    "olympus": (
        "",
        {
            "2009-06": "e-p1",
            "2010-02": "e-pl1",
            "2012-02": "e-m5",
            "2013-09": "e-m1",
            "2014-01": "e-m10",
            "2015-02": "e-m5markii",
            "2015-08": "e-m10markii",
            "2016-09": "e-m1markii",
        },
    ),
    "apple": (
        "iphone ",
        {
            "2008-06": "3g",
            "2009-06": "3gs",
            "2010-06": "4",
            "2011-10": "4s",
            "2012-09": "5",
            "2013-09": "5c 5s",
            "2014-09": "6 6_plus",
            "2015-09": "6s 6s_plus",
            "2016-03": "se",
            "2016-09": "7 7_plus",
            "2017-09": "8 8_plus x",
            "2018-09": "xs xs_max xr",
            "2019-09": "11 11_pro 11_pro_max",
            "2020-10": "12 12_mini 12_pro 12_pro_max",
            "2021-09": "13 13_mini 13_pro 13_pro_max",
            "2022-09": "14 14_plus 14_pro 14_pro_max",
            "2023-09": "15 15_plus 15_pro 15_pro_max",
            "2024-09": "16 16_plus 16_pro 16_pro_max",
        },
    ),
}


def sold_since_s(device: Device) -> float | None:
    """Return the local time before which a device of this model took no photo; None: not known.

    >>> from coincide.model.times import to_text
    >>> to_text(sold_since_s(Device("NIKON CORPORATION", "NIKON D80")))
    '2006-05-01 00:00:00'
    >>> sold_since_s(Device("NIKON CORPORATION", "COOLPIX 1")) is None
    True
    """
    make = (device.make or "").casefold().split(" ")[0]
    model = " ".join((device.model or "").casefold().replace("_", " ").split())
    return _by_model().get((make, model))


@cache
def _by_model() -> dict[tuple[str, str], float]:
    found = {}
    for make, (prefix, by_month) in _ANNOUNCED.items():
        for month, models in by_month.items():
            announced_s = from_clock(int(month[:4]), int(month[5:]), 1, 0, 0, 0)
            for model in models.split():
                found[make, prefix + model.replace("_", " ")] = announced_s - _BEFORE_S
    return found
