"""One sync as a process of its own, which a test can kill: small shards, so that much can go wrong.

python -m tests.cluster.driver EVENT PROJECT ENGINE [ADDRESS]
"""

import sys

from coincide import project as pipeline
from coincide.engine import EngineName, open_engine
from coincide.features.options import EmbedOptions
from coincide.model import place_of
from coincide.project.options import SyncOptions

SHARD = 4


def run(event: str, project: str, engine_name: EngineName, address: str | None = None) -> None:
    options = SyncOptions(embed=EmbedOptions(shard=SHARD))
    meter = pipeline.Meter()
    with open_engine(engine_name, address=address) as engine:
        work = pipeline.Run(engine, meter, look=options)
        loaded = pipeline.load_event(event, project=project, run=work)
        result = pipeline.sync(loaded, options, engine=engine, meter=meter)
    folder = place_of(project)
    pipeline.save_result(result, pipeline.result_paths(folder))
    pipeline.save_costs(meter, folder / pipeline.COSTS)


if __name__ == "__main__":
    run(*sys.argv[1:])  # type: ignore[arg-type]
