"""Work in other processes: questions with deadlines, pools of tasks, a Dask cluster."""
