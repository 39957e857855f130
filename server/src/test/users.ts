import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Db, run, sql } from '../platform/db/sql.ts'
import { hashPassword } from '../platform/passwords.ts'
import type { Client, TestApp, UserOptions } from './testApp.ts'

export const userPassword = 'Camino al Atlántico 9'

// Hashing is slow on purpose: the tests share one.
let passwordHash: Promise<string> | undefined

export interface User {
  username: string
  client: Client
}

/** A user who can log in with `aPassword`, and a session of that user. */
export async function aUser(server: TestApp, who: UserOptions = {}): Promise<User> {
  passwordHash ??= hashPassword(userPassword)
  const username = who.username ?? `persona-${randomUUID().slice(0, 8)}`
  return { username, client: await server.as({ ...who, username, password_hash: await passwordHash }) }
}

/** One try to log in, from an address that the proxy of a TRUST_PROXY=true server names. */
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

/** How often each status came. */
export const countByStatus = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )

/** So many failures in the past minutes: a try takes as long as its hash. */
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
        values (${username.toLowerCase()}, ${address}, now() - interval '5 minutes', false)`,
    )
  }
}
