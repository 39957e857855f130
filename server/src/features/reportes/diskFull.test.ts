import { type FileHandle, open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { raw, run } from '../../platform/db/sql.ts'
import { listenForSlowReaders } from '../../test/pausedReader.ts'
import { fillRutas } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// The temporary folder for long responses is full.

let server: TestApp
let office: Client
let readers: Awaited<ReturnType<typeof listenForSlowReaders>>
let files: FileHandle
beforeAll(async () => {
  server = await testApp()
  office = await server.as({ rol: 'usuario', permisos: ['generar_reportes'] })
  await fillRutas(server.db, { rutas: 2000, clientes: 3, camiones: 2, choferes: 2, ayudantes: 1 })
  // Random text, which does not compress.
  await run(server.db, raw('update rutas set comentario = md5(random()::text || id)'))
  readers = await listenForSlowReaders(server.startAnotherApp())
  const any = await open('/dev/null')
  await any.close()
  // Applies to every file that this function opens.
  files = Object.getPrototypeOf(any) as FileHandle
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await server.close()
  await readers.remove()
})

const noSpace = (syscall: string) =>
  Object.assign(new Error(`ENOSPC: no space left on device, ${syscall}`), { code: 'ENOSPC', syscall })

const noSpaceAnswer = {
  success: false,
  message: 'No hay espacio en el disco del servidor. Avisa a quien lo administra.',
  error: { code: 'NO_DISPONIBLE' },
}

const reads = {
  'GET /api/reportes/exportar': () => readers.open('/api/reportes/exportar', office.token),
  'POST /api/reportes/periodo': () =>
    readers.open('/api/reportes/periodo', office.token, { periodo: '2026', tipo: 'anio' }),
}

describe.each(Object.entries(reads))('full disk during %s', (_line, read) => {
  test.each(['open', 'write'])(
    'long response: returns 503 when %s fails before the first byte',
    async (syscall) => {
      vi.spyOn(files, 'appendFile').mockRejectedValueOnce(noSpace(syscall))
      const answer = await read().response
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
      expect(JSON.parse(await text(answer))).toEqual(noSpaceAnswer)
    },
  )

  test('long response: aborted on a later failure, and the next request succeeds', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- it is applied to the file whose turn it is
    const write = files.appendFile
    let written = 0
    vi.spyOn(files, 'appendFile').mockImplementation(function (this: FileHandle, ...args) {
      return ++written < 4 ? write.apply(this, args) : Promise.reject(noSpace('write'))
    })
    await expect(read().response.then(text)).rejects.toThrow('aborted')
    vi.restoreAllMocks()
    const answer = await read().response
    expect(answer.statusCode).toBe(200)
    await text(answer)
  })
})
