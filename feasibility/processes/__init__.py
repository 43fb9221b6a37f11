"""Other processes: started, bounded, heard and ended here and nowhere else.

`child` is any program; `worker` is a Python process with a channel of messages, pickled one after another,
and `inside` is what runs there; `pool` and `cluster` give many tasks to many of them.

Two libraries do the same work, and neither passes the tests here. With loky 3.7 a worker that is killed
breaks all the tasks under way. Pebble 5.2 (LGPL) loses that one task alone and keeps time limits per task;
but when its parent is killed, a busy worker lives on, and what a task prints lands among the parent's
results. Both take several times as long per small task.
"""
