import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { aFile } from './test/archivos.ts'
import { aPersona } from './test/factories.ts'
import { patientFetch } from './test/patientFetch.ts'
import type { Program } from './test/program.ts'
import { programsPerTest } from './test/testPrograms.ts'
import { watchMemoryMb } from './test/watchMemory.ts'

const programs = programsPerTest({ isMigrated: true })
const ADMIN_PASSWORD = 'La oficina abre a las 7'

interface Office {
  program: Program
  address: string
  headers: { authorization: string }
  newCliente: () => Promise<number>
  /** @returns the status */
  upload: (cliente: number, bytes: Buffer) => Promise<number>
}

async function openOffice(): Promise<Office> {
  const program = programs.start({ ADMIN_PASSWORD, LOG_LEVEL: 'warn' })
  const address = await program.listening
  const post = async (path: string, body: object, headers = {}) => {
    const json = { 'content-type': 'application/json' }
    const answer = await patientFetch(address + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...json, ...headers },
    })
    return ((await answer.json()) as { data: { id: number; token: string } }).data
  }
  const { token } = await post('/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })
  const headers = { authorization: `Bearer ${token}` }
  return {
    program,
    address,
    headers,
    newCliente: async () => (await post('/api/clientes', aPersona(), headers)).id,
    upload: async (cliente, bytes) => {
      const url = `${address}/api/archivos?entidad=clientes&entidad_id=${cliente}`
      const answer = await patientFetch(url, { method: 'POST', body: new Uint8Array(bytes), headers })
      await answer.arrayBuffer()
      return answer.status
    },
  }
}

test('uploads: 30 concurrent uploads of 8 MiB use less than 50 MB of memory', async () => {
  const { program, address, headers, newCliente, upload } = await openOffice()
  // Up to three rounds exceed the default daily limit.
  const json = { ...headers, 'content-type': 'application/json' }
  const settings = { method: 'PUT', headers: json, body: JSON.stringify({ subida_diaria_mb: 2000 }) }
  expect((await fetch(`${address}/api/ajustes`, settings)).status).toBe(200)
  const largest = aFile('jpg', 8 * 1024 ** 2)
  // Warm up.
  const first = await newCliente()
  for (let n = 0; n < 5; n++) expect(await upload(first, largest)).toBe(201)

  const thirtyAtOnce = async () => {
    const cliente = await newCliente()
    const raised = await watchMemoryMb(program.pid)
    const all = await Promise.all(Array.from({ length: 30 }, () => upload(cliente, largest)))
    expect(all).toEqual(all.map(() => 201))
    return raised()
  }
  // Garbage collection may come late, but memory in use would show in each round.
  const raised: number[] = []
  while (raised.length < 3 && Math.min(...raised) >= 50) raised.push(await thirtyAtOnce())
  expect(Math.min(...raised)).toBeLessThan(50)
})

test('uploads: listed files are complete after kill -9', async () => {
  const before = await openOffice()
  const cliente = await before.newCliente()
  const sent = Array.from({ length: 20 }, () => aFile('jpg', 1024 ** 2))
  let stored = 0
  const uploads = sent.map(async (bytes) => {
    if ((await before.upload(cliente, bytes).catch(() => 0)) !== 201) return
    stored += 1
    if (stored === 3) before.program.child.kill('SIGKILL')
  })
  await Promise.all(uploads)
  await before.program.ended

  const { address, headers } = await openOffice()
  const list = await fetch(`${address}/api/archivos?entidad=clientes&entidad_id=${cliente}`, { headers })
  const { data } = (await list.json()) as { data: { id: number; sha256: string }[] }
  expect(data.length).toBeGreaterThanOrEqual(stored)
  for (const { id, sha256 } of data) {
    const contents = await fetch(`${address}/api/archivos/${id}/contenido`, { headers })
    const hash = createHash('sha256').update(new Uint8Array(await contents.arrayBuffer()))
    expect(hash.digest('hex')).toBe(sha256)
  }
})
