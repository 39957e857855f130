import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aCamion } from './test/factories.ts'
import { csv } from './test/importar.ts'
import { programsPerTest } from './test/testPrograms.ts'

const programs = programsPerTest({ isMigrated: true })
const ADMIN_PASSWORD = 'La oficina abre a las 7'

async function officeOf(address: string) {
  const login = { username: 'admin', password: ADMIN_PASSWORD }
  const send = async (path: string, headers: Record<string, string>, body?: string) =>
    (await fetch(address + path, { ...(body && { method: 'POST', body }), headers })).json() as Promise<{
      data: { token: string; id: number } | undefined
      message: string
      paginacion: { total: number }
    }>
  const json = { 'content-type': 'application/json' }
  const token = (await send('/api/auth/login', json, JSON.stringify(login))).data?.token
  return (path: string, body?: string) => send(path, { authorization: `Bearer ${token}` }, body)
}

test('import: stores all rows or none after kill -9', async () => {
  const trucks = Array.from({ length: 3000 }, () => Object.values(aCamion()))
  const sheet = csv(Object.keys(aCamion()), ...trucks).toString()
  for (const wait of [200, 1000]) {
    const program = programs.start({ ADMIN_PASSWORD, LOG_LEVEL: 'warn' })
    const ask = await officeOf(await program.listening)
    const before = (await ask('/api/camiones?porPagina=1')).paginacion.total
    const renamed = sheet.replaceAll('"C-', `"W${wait}-`)
    const answer = ask('/api/importar/camiones?prueba=no', renamed).catch(() => undefined)
    await Promise.race([sleep(wait), answer])
    program.child.kill('SIGKILL')
    const response = await answer
    await program.ended
    const again = programs.start({ ADMIN_PASSWORD, LOG_LEVEL: 'warn' })
    const now = await officeOf(await again.listening)
    const added = (await now('/api/camiones?porPagina=1')).paginacion.total - before
    // An acknowledged import is stored.
    expect([0, 3000].filter((n) => n > 0 || !response?.data?.id)).toContain(added)
    const auditRows = await now('/api/bitacora?tipo=camiones&accion=crear&porPagina=1')
    const imports = await now('/api/bitacora?tipo=importaciones&porPagina=1')
    expect(auditRows.paginacion.total).toBe(before + added)
    expect(imports.paginacion.total).toBe((before + added) / 3000)
    again.child.kill('SIGTERM')
    await again.ended
  }
}, 120_000)
