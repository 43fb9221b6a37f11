# pegfeas with its compiled kernels, in two stages: docker build -t pegfeas . && docker run --rm pegfeas check english33:-d4
FROM python:3.13 AS build
COPY . /sources
RUN pip wheel --no-deps --wheel-dir /wheels /sources

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir /wheels/*.whl
ENTRYPOINT ["pegfeas"]
