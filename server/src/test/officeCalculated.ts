import type { OfficeSheet } from './officeBooks.ts'

const uncalculatedMessage = 'La fórmula no tiene valor. Abre la hoja en Excel y guárdala.'

/** Sheets with formulas: with a result, without one and with an error. */
export const calculatedSheets: Record<string, OfficeSheet> = {
  'formulas with their values': {
    tipo: 'tarifas',
    rows: [
      ['Origen', 'Destino', 'Precio'],
      ['Guatemala', { formula: 'A2&" centro"', v: 'Guatemala centro' }, { formula: '136/3', v: 136 / 3 }],
    ],
    expectedRows: [[2, { origen: 'Guatemala', destino: 'Guatemala centro', precio: 45.33 }]],
  },
  'formulas without values': {
    tipo: 'tarifas',
    rows: [
      ['Origen', 'Destino', 'Precio'],
      ['Guatemala', { formula: 'A2&" centro"', v: null }, { formula: '136/3', v: null }],
    ],
    expectedRows: [[2, { origen: 'Guatemala', destino: uncalculatedMessage, precio: uncalculatedMessage }]],
    expectedCalculatedRows: [[2, { origen: 'Guatemala', destino: 'Guatemala centro', precio: 45.33 }]],
  },
  'error cells': {
    tipo: 'tarifas',
    rows: [
      ['Origen', 'Destino', 'Precio'],
      ['Guatemala', { formula: 'NA()', error: '#N/A' }, { formula: '1/0', error: '#DIV/0!' }],
    ],
    expectedRows: [
      [
        2,
        {
          origen: 'Guatemala',
          destino: 'La celda tiene un error de Excel: #N/A.',
          precio: 'La celda tiene un error de Excel: #DIV/0!.',
        },
      ],
    ],
  },
}
