import type { FilaError } from '@flota/contract/imports/importar.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { HttpError } from '../errors.ts'
import { createFastify } from './fastify.ts'

const filaWith = (fila: number): FilaError => ({
  fila,
  columna: 'A',
  campo: 'placa',
  valor: '',
  mensaje: 'Este campo es obligatorio.',
})

/** Returns the response to an error with these rows. */
async function respondTo(filas: FilaError[]) {
  const fastify = createFastify(pino({ level: 'silent' }), readEnv({}))
  fastify.get('/', () => {
    throw new HttpError(400, 'VALIDACION', 'Hay 1 fila con errores.', { filas, registros: ['C-1'] })
  })
  const { statusCode, body } = await fastify.inject({ url: '/' })
  return { status: statusCode, error: JSON.parse(body).error }
}

test('an error response: has the lists of the schema when they match it', async () => {
  const secret = { ...filaWith(7), hash: 'x' }
  expect(await respondTo([secret])).toEqual({
    status: 400,
    error: { code: 'VALIDACION', filas: [filaWith(7)], registros: ['C-1'] },
  })
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 2.5, 2 ** 53 + 1, 0, -7])(
  'an error response: is a 500 without lists when a row has the number %d',
  async (fila) => {
    const id: unknown = expect.any(String)
    expect(await respondTo([filaWith(fila)])).toEqual({ status: 500, error: { code: 'INTERNO', id } })
  },
)
