import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { aFile } from './test/archivos.ts'
import { copyDatabase, createDataDirectory, type Program, startProgram } from './test/program.ts'
import { mountSmallDisk, unmountDisk } from './test/smallDisk.ts'

const password = 'La oficina abre a las 7'
const minimum = 100

let directory: Awaited<ReturnType<typeof createDataDirectory>>
let program: Program
/** Mount point of a small disk, if the test may mount one. */
let disk: string | undefined
beforeEach(async () => {
  disk = undefined
  directory = await createDataDirectory(inject('migratedDataDir'))
})
afterEach(async () => {
  program.child.kill('SIGTERM')
  await program.ended
  unmountDisk(disk)
  await directory.remove()
})

/** Starts the program. The functions return HTTP statuses. */
async function start(env: Record<string, string>) {
  program = startProgram({ ADMIN_PASSWORD: password, LOG_LEVEL: 'warn', ...env })
  const address = await program.listening
  let token = ''
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const login = async () => {
    const answer = await send('POST', '/api/auth/login', { username: 'admin', password })
    token = ((await answer.json()) as { data: { token: string } }).data.token
    return answer.status
  }
  const status = async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body)
    await answer.arrayBuffer()
    return answer.status
  }
  const write = (placa: string) => status('POST', '/api/camiones', { ...camion, placa })
  const upload = async () => {
    const answer = await fetch(`${address}/api/archivos?entidad=camiones&entidad_id=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(aFile()),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const notices = async () => {
    const answer = await send('GET', '/api/avisos?clase=disco')
    return ((await answer.json()) as { data: { texto: string }[] }).data.map(({ texto }) => texto)
  }
  return { send, login, status, write, upload, notices }
}

const camion = {
  marca: 'Freightliner',
  modelo: 'M2',
  color: 'Blanco',
  tipo: 'Cabezal',
  tarjeta_circulacion: 'TC',
}

/** Checks that requests without writes still work. */
async function expectReads({ login, status }: Awaited<ReturnType<typeof start>>) {
  expect(await login()).toBe(200)
  for (const path of [
    'salud',
    'camiones',
    'rutas',
    'reportes',
    'reportes/exportar',
    'reportes/exportar?formato=pdf',
  ])
    expect([path, await status('GET', `/api/${path}`)]).toEqual([path, 200])
  expect(await status('POST', '/api/reportes/periodo', { periodo: '2026', tipo: 'anio' })).toBe(200)
  expect(await status('POST', '/api/auth/logout')).toBe(200)
  expect(await login()).toBe(200)
}

test('program: starts, serves reads and rejects writes when free space is below DISCO_MINIMO_MB', async () => {
  const office = await start({ DATA_DIR: directory.dataDir, DISCO_MINIMO_MB: '999999999' })
  // Authentication comes first.
  expect(await office.write('C-1')).toBe(401)
  await expectReads(office)
  for (const [method, path] of [
    ['POST', '/api/camiones'],
    ['PUT', '/api/camiones/1'],
    ['DELETE', '/api/camiones/1'],
    ['POST', '/api/rutas'],
    ['POST', '/api/auth/password'],
  ] as const) {
    const answer = await office.send(method, path)
    expect([path, answer.status, Number(answer.headers.get('retry-after'))]).toEqual([path, 503, 1])
    expect(await answer.json()).toMatchObject({
      success: false,
      message: 'No hay espacio en el disco del servidor. Avisa a quien lo administra.',
      error: { code: 'NO_DISPONIBLE' },
    })
  }
})

test('program: rejects writes on a full disk, keeps the database running, and recovers', async ({ skip }) => {
  disk = await mountSmallDisk(join(directory.path, 'disco'), '400m')
  if (disk === undefined) return skip('no disk can be mounted here')
  await copyDatabase(inject('migratedDataDir'), join(disk, 'data'))
  const office = await start({ DATA_DIR: join(disk, 'data'), DISCO_MINIMO_MB: String(minimum) })
  await office.login()
  await expect.poll(office.notices).toEqual([expect.stringMatching(/^Queda poco disco: [23]\d\d(\.\d)? MB$/)])
  expect(await office.write('C-1')).toBe(201)
  const { bavail, bsize } = await statfs(disk)
  // Below twice the minimum, only uploads are rejected.
  await writeFile(join(disk, 'otro'), Buffer.alloc(bavail * bsize - minimum * 1.5 * 1024 ** 2))
  expect([await office.upload(), await office.write('C-4')]).toEqual([503, 201])
  await rm(join(disk, 'otro'))
  expect(await office.upload()).toBe(201)
  await writeFile(join(disk, 'otro'), Buffer.alloc(bavail * bsize - minimum * 0.9 * 1024 ** 2))
  await expect.poll(() => office.write('C-2'), { timeout: 20_000 }).toBe(503)
  await expectReads(office)
  await rm(join(disk, 'otro'))
  await expect.poll(() => office.write('C-3'), { timeout: 20_000 }).toBe(201)
  expect(program.stderr()).toContain('less than DISCO_MINIMO_MB')
})
