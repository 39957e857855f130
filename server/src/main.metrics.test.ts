import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { Program } from './test/program.ts'
import { programsPerTest } from './test/testPrograms.ts'

const programs = programsPerTest({ isMigrated: true })
const start = (env: Record<string, string>) => programs.start({ LOG_LEVEL: 'warn', ...env })
const metricsAddress = (program: Program) => /Métricas\s+(http:\S+)/.exec(program.stdout())?.[1]

test('METRICS_PORT: serves metrics on the loopback interface alone', async () => {
  const program = start({ METRICS_PORT: '0', HOST: '0.0.0.0' })
  const { port } = new URL(await program.listening)
  const address = metricsAddress(program) ?? ''
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  await fetch(`http://127.0.0.1:${port}/api/salud`)

  const answer = await fetch(address)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await answer.text()
  expect(text).toMatch(/^flota_request_seconds_count\{call="GET \/api\/salud",status="200"\} 1$/m)
  expect(text).toMatch(/^flota_database_up 1$/m)
  expect(text).toMatch(/^flota_backup_last_failed 0$/m)
  expect(text).toMatch(/^flota_disk_free_bytes\{folder="\/[^"]+"\} \d+$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)

  expect((await fetch(new URL('/', address))).status).toBe(404)
  expect((await fetch(address, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404)
  expect(await listensAt('127.0.0.2', Number(new URL(address).port))).toBe(false)
  expect(await listensAt('127.0.0.2', Number(port))).toBe(true)
})

const listensAt = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host, () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })

test('METRICS_PORT: serves no metrics when unset', async () => {
  const program = start({})
  await program.listening
  expect(metricsAddress(program)).toBeUndefined()
})

test('METRICS_PORT: stops the start when in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const taken = other.address()
  const port = typeof taken === 'object' && taken ? taken.port : 0
  const refused = start({ METRICS_PORT: String(port) })
  expect(await refused.ended).toEqual({ code: 1, signal: null })
  expect(refused.stderr()).toBe(`METRICS_PORT ${port} ya está en uso: elige otro, o 0 para uno libre.\n`)
  other.close()
  const program = start({ METRICS_PORT: String(port) })
  await program.listening
})
