import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDirectory, alive, type Program, startProgram, treeOf } from './test/program.ts'

/** FLOTA_KILL_ROUNDS asks for more than every run needs. */
const rounds = Number(process.env.FLOTA_KILL_ROUNDS ?? 5)
const clients = 6
const password = 'La oficina abre a las 7'

/** Which colour a truck was last acknowledged to have, or 'deleted'; and which a call without an answer may have given it. */
interface Truck {
  id: number
  placa: string
  acknowledged: string
  version: number
  unanswered?: string
}

let directory: Awaited<ReturnType<typeof aDirectory>>
let program: Program
let token: string
beforeAll(async () => {
  directory = await aDirectory()
})
afterAll(async () => {
  program.child.kill('SIGTERM')
  await program.ended
  await directory.remove()
})

const start = async () => {
  program = startProgram({ DATA_DIR: directory.dataDir, ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' })
  return program.listening
}

async function call(address: string, method: string, path: string, body?: unknown) {
  const answer = await fetch(address + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
  return { status: answer.status, body: (await answer.json()) as any }
}

const valuesOf = (placa: string, color: string) => ({
  placa,
  color,
  marca: 'Freightliner',
  modelo: 'M2',
  tipo: 'Cabezal',
  tarjeta_circulacion: 'TC',
})

interface Book {
  trucks: Truck[]
  /** Plates of creations without an answer. */
  unansweredPlates: string[]
  strange: string[]
  writes: number
}

/** One client writes until nobody answers: each call is noted before it is sent and when it is acknowledged. */
async function write(address: string, name: string, book: Book, onWrite: () => void): Promise<void> {
  const note = (status: number, wanted: number) => {
    if (status === wanted) onWrite()
    else if (status !== 503) book.strange.push(`${name}: ${status}`)
    return status === wanted
  }
  for (let i = 0; ; i++) {
    const placa = `${name}-${i}`
    let truck: Truck | undefined
    try {
      const created = await call(address, 'POST', '/api/camiones', valuesOf(placa, 'nuevo'))
      if (!note(created.status, 201)) {
        if (created.status >= 500) book.unansweredPlates.push(placa)
        continue
      }
      truck = { id: created.body.data.id, placa, acknowledged: 'nuevo', version: 1 }
      book.trucks.push(truck)
      for (const color of i % 3 === 0 ? ['pintado', 'deleted'] : ['pintado']) {
        truck.unanswered = color
        const path = `/api/camiones/${truck.id}`
        const answer =
          color === 'deleted'
            ? await call(address, 'DELETE', `${path}?version=${truck.version}`)
            : await call(address, 'PUT', path, { ...valuesOf(placa, color), version: truck.version })
        if (!note(answer.status, 200)) break
        truck.acknowledged = color
        truck.version++
        delete truck.unanswered
      }
    } catch {
      if (!truck) book.unansweredPlates.push(placa)
      return
    }
  }
}

/** Everything at once, as when the power fails: program, lifeline, postmaster and all of its children. */
async function killEverything(): Promise<void> {
  const tree = await treeOf(program.pid)
  expect(tree.filter(({ command }) => command === 'postgres').length).toBeGreaterThan(2)
  for (const { pid } of tree) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A backend that ended meanwhile.
    }
  }
  await program.ended
  // A process dies a moment after its signal.
  await vi.waitFor(async () => expect(await alive(tree)).toEqual([]), { timeout: 10_000, interval: 5 })
}

async function everyTruck(address: string) {
  const rows: { id: number; placa: string; color: string; version: number }[] = []
  for (let pagina = 1; ; pagina++) {
    const { body } = await call(address, 'GET', `/api/camiones?porPagina=100&pagina=${pagina}`)
    rows.push(...body.data)
    if (pagina >= body.paginacion.paginas) return rows
  }
}

test(`after kill -9 of everything, ${rounds} times, nothing acknowledged is lost and nothing is doubled`, async () => {
  const book: Book = { trucks: [], unansweredPlates: [], strange: [], writes: 0 }
  let address = await start()
  const login = await call(address, 'POST', '/api/auth/login', { username: 'admin', password })
  token = login.body.data.token

  for (let round = 0; round < rounds; round++) {
    const enough = book.writes + randomInt(50, 400)
    await new Promise<void>((resolve, reject) => {
      const onWrite = () => {
        if (++book.writes === enough) killEverything().then(resolve, reject)
      }
      const writers = Array.from({ length: clients }, (_, i) =>
        write(address, `R${round}C${i}`, book, onWrite),
      )
      Promise.all(writers).catch(reject)
    })
    // By itself, with the session that was open.
    address = await start()
    const rows = await everyTruck(address)
    const byId = new Map(rows.map((row) => [row.id, row]))
    expect(new Set(rows.map(({ placa }) => placa)).size).toBe(rows.length)
    for (const { id, placa, acknowledged, unanswered, version } of book.trucks) {
      const row = byId.get(id)
      const found = row ? `${row.placa} ${row.color} ${row.version}` : 'deleted'
      const asTold = (state: string, at: number) => (state === 'deleted' ? state : `${placa} ${state} ${at}`)
      const allowed = [asTold(acknowledged, version)]
      if (unanswered) allowed.push(asTold(unanswered, version + 1))
      expect(allowed).toContain(found)
    }
    const known = new Set(book.trucks.map(({ id }) => id))
    const unknown = rows.filter(({ id }) => !known.has(id)).map(({ placa }) => placa)
    expect(book.unansweredPlates).toEqual(expect.arrayContaining(unknown))
    expect(book.strange).toEqual([])
    // What was in the air is settled now.
    for (const truck of book.trucks) settle(truck, byId.get(truck.id))
  }
  expect(book.writes).toBeGreaterThanOrEqual(rounds * 50)
})

function settle(truck: Truck, row: { color: string; version: number } | undefined): void {
  truck.acknowledged = row?.color ?? 'deleted'
  truck.version = row?.version ?? truck.version
  delete truck.unanswered
}
