import pytest

from coincide.model import Device
from coincide.model.devices import is_phone

PHONES = [
    ("Apple", "iPhone 6s"),
    ("Apple", "iPad Air"),
    ("samsung", "SM-G925I"),
    ("samsung", "Galaxy Z Flip7"),
    ("SAMSUNG", "GT-I9300"),
    ("Google", "Pixel 2"),
    ("LGE", "Nexus 5X"),
    ("LG Electronics", "LG-H870"),
    ("Xiaomi", "Mi 9T"),
    ("HUAWEI", "ELE-L29"),
    ("OnePlus", "ONEPLUS A6003"),
    ("motorola", "moto g(8) plus"),
    ("Lenovo", "Lenovo K6 NOTE"),
    ("Sony", "G8341"),
    ("Sony", "XQ-AS72"),
    ("Sony Ericsson", "K800i"),
    ("Research In Motion", "BlackBerry 9800"),
    (None, "iPhone 11"),
]
CAMERAS = [
    ("SONY", "DSC-HX60V"),
    ("SONY", "ILCE-7M3"),
    ("SONY", "SLT-A55V"),
    ("SONY", "NEX-5N"),
    ("SONY", "ZV-1"),
    ("SAMSUNG", "NX300"),
    ("Samsung Techwin", "Samsung S860"),
    ("SAMSUNG", "SAMSUNG ES70, ES71"),
    ("samsung", "GALAXY NX"),
    ("Apple", "QuickTake 200"),
    ("NIKON CORPORATION", "NIKON D80"),
    ("Canon", "Canon PowerShot SX420 IS"),
    ("FUJIFILM", "X-T20"),
    ("Panasonic", "DMC-TZ10"),
    ("GoPro", "HERO8 Black"),
    ("LEICA CAMERA AG", "LEICA Q2"),
    ("CATEYE", "X1"),
    (None, None),
    (None, "X-T20"),
]


@pytest.mark.parametrize(("make", "model"), PHONES)
def test_phones(make: str | None, model: str | None) -> None:
    assert is_phone(Device(make, model))


@pytest.mark.parametrize(("make", "model"), CAMERAS)
def test_cameras(make: str | None, model: str | None) -> None:
    assert not is_phone(Device(make, model, software="Ver.1.01"))


@pytest.mark.parametrize("software", ["HDR+ 1.0.313422396ndy", "doha-user 10 QPIS30 release-keys"])
def test_software_that_only_phones_run(software: str) -> None:
    assert is_phone(Device(software=software))


def test_an_editor_says_nothing() -> None:
    assert not is_phone(Device(software="Photos 1.2"))
