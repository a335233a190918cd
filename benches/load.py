"""Load on a server that `dejalu serve` has started, over the loopback address; standard library only.

python3 benches/load.py PORT classify CLIENTS SECONDS [REQUESTS]
python3 benches/load.py PORT find CLIENTS SECONDS [REQUESTS] < queries.jsonl

Each client keeps one connection and sends its next request when it has the answer; after a 429 it waits as
long as Retry-After says. Prints how many answers of each status there were, and p50, p95 and p99 of those
with status 200, in milliseconds.
"""

import asyncio
import collections
import json
import sys
import time

SENTENCES = [
    "The ferry waits at the old pier until the storm has passed.",
    "A storm broke the northern pier in March, and nobody was hurt.",
    "The harbour master counted 14 boats on Tuesday.",
    "The council of Marlow voted for a new library by 9 to 4.",
    "Its roof will carry solar cells that feed the reading room.",
    "Bread rises faster in a warm kitchen, the baker says.",
]


def bodies(name):
    """What is asked for, each as bytes."""
    if name == "find":
        return [json.dumps({"document": {"text": json.loads(line)["text"]}}).encode() for line in sys.stdin]
    texts = [" ".join(SENTENCES[start:] + SENTENCES[:start]) * 3 for start in range(len(SENTENCES))]
    pairs = [(a, b.replace("old", "new")) for a in texts for b in texts]
    return [json.dumps({"a": {"text": a}, "b": {"text": b}}).encode() for a, b in pairs]


async def ask(reader, writer, port, name, body):
    """Status, seconds to wait."""
    head = f"POST /{name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    await reader.readexactly(int(fields["content-length"]))
    return int(head.split()[1]), int(fields.get("retry-after", 0))


async def client(number, port, name, asked, end, left, times, statuses):
    await asyncio.sleep(number / 1000)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    place = number
    while time.monotonic() < end and left[0] > 0:
        left[0] -= 1
        begun = time.monotonic()
        status, wait = await ask(reader, writer, port, name, asked[place % len(asked)])
        place += 1
        statuses[status] += 1
        if status == 200:
            times.append(1000 * (time.monotonic() - begun))
        if wait:
            await asyncio.sleep(wait)
    writer.close()


async def main():
    port, name, clients, seconds = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
    left = [int(sys.argv[5]) if len(sys.argv) > 5 else 10**9]
    asked, times, statuses = bodies(name), [], collections.Counter()
    begun = time.monotonic()
    work = [client(it, port, name, asked, begun + seconds, left, times, statuses) for it in range(clients)]
    results = await asyncio.gather(*work, return_exceptions=True)
    statuses["failed"] = sum(isinstance(it, Exception) for it in results)
    times.sort()
    at = lambda share: f"{times[min(len(times) - 1, int(share * len(times)))]:.1f}" if times else "-"
    print(f"{name}, {clients} clients: {dict(statuses)}; p50 {at(0.5)} ms, p95 {at(0.95)} ms, p99 {at(0.99)} ms, "
          f"{len(times) / (time.monotonic() - begun):.0f} answers a second")


asyncio.run(main())
