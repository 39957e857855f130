import { type Db, one, run, sql } from '../../../platform/db/sql.ts'
import { hashCodigo } from '../../../platform/passwords.ts'
import { hasFactor, needsFactor } from '../queries.ts'
import { newRecoveryCodes, recoveryCodeIn, stepOf } from './codes.ts'

interface Factor {
  secreto: Buffer
  sal: Buffer
}

const findFactor = (db: Db, userId: number, condition = sql`desde is not null`) =>
  one<Factor>(
    db,
    sql`select secreto, sal from segundos_factores where usuario_id = ${userId} and ${condition}`,
  )

export interface FactorState {
  activo: boolean
  desde: string | null
  recuperacion: number
}

export async function findState(db: Db, userId: number): Promise<FactorState> {
  const row = await one<Omit<FactorState, 'activo'>>(
    db,
    sql`select desde, cardinality(recuperacion) as recuperacion from segundos_factores
      where usuario_id = ${userId} and desde is not null`,
  )
  return row ? { activo: true, ...row } : { activo: false, desde: null, recuperacion: 0 }
}

/** Stores an unconfirmed factor, replacing an earlier one. @returns false if the user has a confirmed factor */
export const beginFactor = async (db: Db, userId: number, { secreto, sal }: Factor): Promise<boolean> =>
  (await run(
    db,
    sql`insert into segundos_factores as f (usuario_id, secreto, sal) values (${userId}, ${secreto}, ${sal})
      on conflict (usuario_id) do update set secreto = excluded.secreto, sal = excluded.sal, pedido_en = now()
      where f.desde is null`,
  )) > 0

const isPending = sql`desde is null and pedido_en > now() - interval '10 minutes'`

export const findPendingFactor = (db: Db, userId: number) => findFactor(db, userId, isPending)

export interface Confirmation extends Factor {
  /** TOTP step of the confirming code. */
  paso: number
  recuperacion: string[]
  /** Hashes of `recuperacion`. */
  hashes: Buffer[]
}

/** @returns undefined if the code is wrong */
export async function createConfirmation(
  factor: Factor,
  codigo: string,
  moment: Date,
): Promise<Confirmation | undefined> {
  const paso = stepOf(codigo, factor.secreto, moment)
  if (paso === undefined) return undefined
  const recuperacion = newRecoveryCodes()
  const hashes: Buffer[] = []
  for (const each of recuperacion) hashes.push(await hashCodigo(recoveryCodeIn(each) ?? '', factor.sal))
  return { ...factor, paso, recuperacion, hashes }
}

/** @returns false if the pending factor was confirmed, replaced or expired meanwhile */
export const confirmFactor = async (
  db: Db,
  userId: number,
  { secreto, paso, hashes }: Confirmation,
): Promise<boolean> =>
  (await run(
    db,
    sql`update segundos_factores set desde = now(), paso = ${paso}, recuperacion = ${hashes}::bytea[]
      where usuario_id = ${userId} and secreto = ${secreto} and ${isPending}`,
  )) > 0

/** A correct code, which may be used already: a TOTP step or the hash of a recovery code. */
export type Proof = { secreto: Buffer } & ({ paso: number } | { hash: Buffer })

/** Checks a code without consuming it. @returns undefined if it is not the user's */
export async function findProof(
  db: Db,
  userId: number,
  codigo: string,
  moment: Date,
): Promise<Proof | undefined> {
  const factor = await findFactor(db, userId)
  if (!factor) return undefined
  const { secreto, sal } = factor
  const paso = stepOf(codigo, secreto, moment)
  if (paso !== undefined) return { secreto, paso }
  const recovery = recoveryCodeIn(codigo)
  return recovery === undefined ? undefined : { secreto, hash: await hashCodigo(recovery, sal) }
}

/** Consumes a code, for one of several concurrent requests. @returns false if it was used before */
export const consumeProof = async (db: Db, userId: number, proof: Proof): Promise<boolean> => {
  const own = sql`usuario_id = ${userId} and desde is not null and secreto = ${proof.secreto}`
  const statement =
    'paso' in proof
      ? sql`update segundos_factores set paso = ${proof.paso} where ${own} and paso < ${proof.paso}`
      : sql`update segundos_factores set recuperacion = array_remove(recuperacion, ${proof.hash}::bytea)
          where ${own} and ${proof.hash}::bytea = any (recuperacion)`
  return (await run(db, statement)) > 0
}

/** Returns whether the user has a second factor, and whether the company requires one. */
export async function findRequirement(db: Db, userId: number): Promise<{ has: boolean; needs: boolean }> {
  const row = await one<{ has: boolean; needs: boolean }>(
    db,
    sql`select ${hasFactor} as has, ${needsFactor} as needs from usuarios u where u.id = ${userId}`,
  )
  return row ?? { has: false, needs: false }
}

/** Locks the factor, so that no other transaction consumes its codes. */
export const lockFactor = (tx: Db, userId: number) =>
  run(tx, sql`select from segundos_factores where usuario_id = ${userId} for update`)

export const deleteFactor = (db: Db, userId: number) =>
  run(db, sql`delete from segundos_factores where usuario_id = ${userId}`)

/** Logs that a user added or removed the second factor. */
export const logFactorChange = (tx: Db, { id, username }: { id: number; username: string }, has: boolean) => {
  const cambios = { segundo_factor: has ? ['no', 'sí'] : ['sí', 'no'] }
  return run(
    tx,
    sql`select bitacora_agregar('editar', 'usuarios', ${id}, ${username}, ${JSON.stringify(cambios)}, null)`,
  )
}
