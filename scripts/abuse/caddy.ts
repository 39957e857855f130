import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../freePorts.ts'

const program = process.env.CADDY ?? 'caddy'

/** Starts Caddy with deploy/Caddyfile without TLS. Returns undefined if Caddy is not installed. */
export async function startCaddy(upstreamPort: number) {
  if (spawnSync(program, ['version']).error) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'flota-caddy-'))
  const [port = 0] = await freePorts(1)
  const path = join(folder, 'Caddyfile')
  await writeFile(path, await caddyfile(port, upstreamPort))
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', path], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/salud`).catch(() => undefined)
    if (answer?.ok) return { port, stop }
    await sleep(100)
  }
  await stop()
  throw new Error('Caddy did not start')
}

/** Returns deploy/Caddyfile with another site address and upstream, and without the admin endpoint. */
async function caddyfile(port: number, upstreamPort: number): Promise<string> {
  const text = await readFile(new URL('../../deploy/Caddyfile', import.meta.url), 'utf8')
  return text
    .replace(/^\{\n/m, '{\n\tadmin off\n')
    .replace('flota.example.com {', `http://:${port} {`)
    .replace('127.0.0.1:3000 127.0.0.1:3001', `127.0.0.1:${upstreamPort}`)
}
