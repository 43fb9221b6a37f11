TRIED = ["validate", "trivial", "--board", "line:5", "--no-power"]
