import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aCamion, aChofer, aPersona, aRuta } from './test/factories.ts'
import { patientFetch } from './test/patientFetch.ts'
import { programsPerTest } from './test/testPrograms.ts'

const password = 'La oficina abre a las 7'
const { directory, start } = programsPerTest({ isMigrated: true })

async function call(address: string, token: string, method: string, path: string, body: unknown) {
  const answer = await patientFetch(address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
  return { status: answer.status, body: (await answer.json()) as any }
}

/** Starts eight programs on one database. @returns their URLs */
async function startEight(): Promise<string[]> {
  const first = await start({ ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' }).listening
  const host = encodeURIComponent(join(directory.dataDir, 'run'))
  const others = Array.from({ length: 7 }, (_none, n) =>
    start({
      DATA_DIR: join(directory.path, `datos-${n}`),
      DATABASE_URL: `postgresql:///flota?host=${host}&user=postgres`,
      LOG_LEVEL: 'warn',
    }),
  )
  return [first, ...(await Promise.all(others.map(({ listening }) => listening)))]
}

/** Logs in, makes conflicts block, and creates a trip's references. */
async function openOffice(address: string) {
  const login = await call(address, '', 'POST', '/api/auth/login', { username: 'admin', password })
  const { token } = login.body.data
  const make = async (path: string, body: unknown): Promise<number> =>
    (await call(address, token, 'POST', path, body)).body.data.id
  const refs = {
    cliente_id: await make('/api/clientes', aPersona()),
    camion_id: await make('/api/camiones', aCamion()),
    chofer_id: await make('/api/choferes', aChofer()),
    ayudante_id: await make('/api/ayudantes', aPersona()),
  }
  const modos = { CAMION_OCUPADO: 'bloquear', PILOTO_OCUPADO: 'bloquear', AYUDANTE_OCUPADO: 'bloquear' }
  expect((await call(address, token, 'PUT', '/api/ajustes', { modos })).status).toBe(200)
  return { token, refs }
}

test('POST /api/rutas: accepts one of 100 concurrent conflicting trips, on one process and on eight', async () => {
  const addresses = await startEight()
  const { token, refs } = await openOffice(addresses[0]!)
  const hundred = (fecha: string, processes: number) =>
    Promise.all(
      Array.from({ length: 100 }, (_none, n) =>
        call(addresses[n % processes]!, token, 'POST', '/api/rutas', aRuta(refs, { fecha, hora: '06:00' })),
      ),
    )
  for (const [fecha, processes] of [
    ['2027-05-24', 8],
    ['2027-05-25', 1],
  ] as const) {
    const answers = await hundred(fecha, processes)
    const refused = answers.filter(({ status }) => status === 409)
    const codes = new Set(refused.map(({ body }) => body.error.avisos[0].codigo))
    const statuses = Object.groupBy(answers, ({ status }) => status)
    expect([processes, Object.keys(statuses), refused.length, codes]).toEqual([
      processes,
      ['201', '409'],
      99,
      new Set(['CAMION_OCUPADO']),
    ])
  }
})
