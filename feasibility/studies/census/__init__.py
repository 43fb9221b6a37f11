"""All graphs of a list: which can be solved, how many pegs are left, the fool's numbers."""

COMMANDS: dict[str, str] = {}
NAMES: dict[str, str] = {}
OFFERS = {
    "the options of a census of graphs": "census_command:add_graphs",
    "a census of graphs": "census_command:run_census",
}
