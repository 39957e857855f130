import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { usernameKey } from '../features/session/queries.ts'
import { type Db, run, sql } from '../platform/db/sql.ts'
import { hashPassword } from '../platform/passwords.ts'
import type { Client, TestApp, UserOptions } from './testApp.ts'

export const userPassword = 'Camino al Atlántico 9'

// Shared, because hashing is slow on purpose.
let passwordHash: Promise<string> | undefined

export interface User {
  username: string
  client: Client
}

/** Creates a user with `userPassword` and a session. */
export async function aUser(server: TestApp, who: UserOptions = {}): Promise<User> {
  passwordHash ??= hashPassword(userPassword)
  const username = who.username ?? `persona-${randomUUID().slice(0, 8)}`
  return { username, client: await server.as({ ...who, username, password_hash: await passwordHash }) }
}

/** Tries to log in, from an address that the trusted proxy reports. */
export async function tryLogin(
  app: FastifyInstance,
  username: string,
  password: string,
  address = '192.0.2.1',
) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
    headers: { 'x-forwarded-for': address },
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

export const countByStatus = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )

/** Inserts failures of the past minutes, as real ones take the time of a hash. */
export async function insertLoginFailures(
  db: Db,
  count: number,
  attempt: (i: number) => { username: string; address: string },
): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { username, address } = attempt(i)
    await run(
      db,
      sql`insert into intentos (username, direccion, momento, en_curso)
        values (${usernameKey(username)}, ${address}, now() - interval '5 minutes', false)`,
    )
  }
}
