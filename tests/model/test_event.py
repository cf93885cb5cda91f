from coincide.model import Doubt


def test_a_doubt_asks_what_a_person_can_do() -> None:
    one = Doubt("ann", None, "two numbers in turn")
    assert one.question == "may be two devices of one model (two numbers in turn): split it if so"
    two = Doubt("ann", "bob", "one serial number")
    assert two.question == "may be one device with bob (one serial number): merge them if so"
