"""Whether a PostgreSQL and a Redis server answer at these two addresses: exit code 0 if both do."""

import sys

import psycopg
import redis


def main(database: str, cache: str) -> int:
    try:
        psycopg.connect(database, connect_timeout=3).close()
        redis.Redis.from_url(cache, socket_connect_timeout=3).ping()
    except (psycopg.Error, redis.RedisError) as error:
        print(type(error).__name__, error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
