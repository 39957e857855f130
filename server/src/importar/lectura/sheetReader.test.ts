import { describe, expect, test } from 'vitest'
import { type ReadOptions, sheetReader } from './sheetReader.ts'

const read = sheetReader()
const csv = (text: string, options: Partial<ReadOptions> = {}) =>
  read(new TextEncoder().encode(text), { tipo: 'camiones', gone: new AbortController().signal, ...options })

describe('a CSV', () => {
  test('is read', async () => {
    const sheet = await csv('Placa;Marca\nP123ABC;Hino\n\n-;N/A\n"P;2";"Vol""vo"\n')
    expect(sheet).toEqual({
      hoja: null,
      hojas: [],
      is1904: false,
      columnas: [
        { columna: 'A', titulo: 'Placa', campo: 'placa', muestra: ['P123ABC', 'P;2'] },
        { columna: 'B', titulo: 'Marca', campo: 'marca', muestra: ['Hino', 'Vol"vo'] },
      ],
      campos: [
        { campo: 'placa', columna: 'A' },
        { campo: 'marca', columna: 'B' },
      ],
      filas: [
        { fila: 2, celdas: ['P123ABC', 'Hino'] },
        { fila: 5, celdas: ['P;2', 'Vol"vo'] },
      ],
    })
  })
})
