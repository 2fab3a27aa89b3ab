"""The twin of `POST /v1/extract` that people write with FastAPI and trafilatura: `cargo dev load` measures both."""

from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from trafilatura import bare_extraction

app = FastAPI()


def extract(page: bytes) -> dict | None:
    document = bare_extraction(page, with_metadata=True)
    return document and {"title": document.title, "date": document.date, "text": document.text}


@app.post("/v1/extract")
async def answer(request: Request, response: Response) -> dict:
    found = await run_in_threadpool(extract, await request.body())
    if found is None:
        response.status_code = 422
        return {"error": "nothing was found"}
    return found
