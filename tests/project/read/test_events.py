"""Where an event's project is, where nobody names it."""

from pathlib import Path

import pytest

from coincide.project import project_folder


def test_all_projects_may_lie_in_one_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = tmp_path / "party" / "ann", tmp_path / "party" / "bob"
    assert project_folder([tmp_path / "party"]) == tmp_path / "party" / ".coincide"
    monkeypatch.setenv("COINCIDE_PROJECTS", str(tmp_path / "projects"))
    sources = ([tmp_path / "party"], [ann], [ann, bob], [tmp_path / "other" / "ann"])
    found = [project_folder(folders) for folders in sources]
    assert len(set(found)) == len(found)
    assert {folder.parent for folder in found} == {tmp_path / "projects"}
    assert found[1].name.startswith("ann-")
    assert project_folder([bob, ann]) == found[2]  # in any order
    assert project_folder([ann], tmp_path / "mine") == tmp_path / "mine"
