import type { OfficeSheet } from './officeBooks.ts'
import { calculatedSheets } from './officeCalculated.ts'

const day = (v: number) => ({ v, f: 'dd/mm/yyyy' })
const hour = (v: number) => ({ v, f: 'h:mm AM/PM' })
const money = (v: number) => ({ v, f: '"Q"#,##0.00' })

const camiones = ['Placa', 'Marca', 'Modelo', 'Color', 'Tipo', 'Tarjeta']
const hinoCells = ['C-123BBB', 'Hino', 2019, 'Blanco', 'Camión', 'TC-1']
const hinoRow = {
  placa: 'C-123BBB',
  marca: 'Hino',
  modelo: '2019',
  color: 'Blanco',
  tipo: 'Camión',
  tarjeta_circulacion: 'TC-1',
}
const juanRow = { nombre_completo: 'JUAN PÉREZ LÓPEZ', telefono: '55551234' }
const april = '2026-04-03'

/** Sheets as offices write them: for people, not for a program. */
export const officeSheets: Record<string, OfficeSheet> = {
  'plain headings': { tipo: 'camiones', rows: [camiones, hinoCells], expectedRows: [[2, hinoRow]] },
  'a title above, merged over the columns': {
    tipo: 'camiones',
    rows: [
      ['TRANSPORTES DEL SUR, S.A.', null, null, null, null, null],
      [],
      ['Inventario 2026'],
      camiones,
      hinoCells,
    ],
    merges: ['A1:F1'],
    expectedRows: [[5, hinoRow]],
  },
  'a column of row numbers': {
    tipo: 'camiones',
    rows: [
      ['No.', ...camiones],
      [1, ...hinoCells],
    ],
    expectedRows: [[2, hinoRow]],
  },
  'a total row at the end': {
    tipo: 'tarifas',
    rows: [
      ['Sale de', 'Llega a', 'Tarifa (Q)', 'Desde'],
      ['Guatemala', 'Cobán', money(1250.5), day(46_115)],
      [],
      ['TOTAL', null, { formula: 'SUM(C2:C3)', v: 1250.5 }, null],
    ],
    expectedRows: [
      [2, { origen: 'Guatemala', destino: 'Cobán', precio: 1250.5, vigente_desde: april }],
      [4, { origen: 'TOTAL', destino: null, precio: 1250.5, vigente_desde: null }],
    ],
  },
  'names in capitals, one column for both': {
    tipo: 'clientes',
    rows: [
      ['NOMBRE', 'TELÉFONO'],
      ['JUAN PÉREZ LÓPEZ', 55_551_234],
    ],
    expectedRows: [[2, juanRow]],
  },
  'headings in capitals with accents, signs and brackets': {
    tipo: 'choferes',
    rows: [
      ['NOMBRES:', 'APELLIDOS:', 'TEL. (CELULAR)', 'Tipo de Licencia*', 'FECHA DE VENCIMIENTO'],
      ['Ana', 'Núñez', '5555-1234', 'A', day(46_115)],
    ],
    expectedRows: [
      [
        2,
        { nombre: 'Ana', apellido: 'Núñez', telefono: '5555-1234', tipo_licencia: 'A', vencimiento: april },
      ],
    ],
  },
  'amounts as text': {
    tipo: 'tarifas',
    rows: [
      ['Origen', 'Destino', 'Precio', 'Desde'],
      ['Guatemala', 'Cobán', 'Q. 1,250.00', '3/4/2026'],
      ['Guatemala', 'Zacapa', ' Q 12,250.5 ', '03-04-26'],
    ],
    expectedRows: [
      [2, { origen: 'Guatemala', destino: 'Cobán', precio: '1250.00', vigente_desde: april }],
      [3, { origen: 'Guatemala', destino: 'Zacapa', precio: '12250.5', vigente_desde: '03-04-26' }],
    ],
  },
  'dates as text, as days, as bare numbers and with an hour': {
    tipo: 'choferes',
    rows: [
      ['Piloto', 'Tel', 'Licencia', 'Vence'],
      ['Ana Núñez', 1, 'A', '03/04/2026'],
      ['Luis Sis', 2, 'B', day(46_115)],
      ['Rosa Ixcoy', 3, 'C', 46_115],
      ['José Coc', 4, 'A', { v: 46_115.75, f: 'dd/mm/yyyy h:mm' }],
    ],
    expectedRows: ['Ana Núñez', 'Luis Sis', 'Rosa Ixcoy', 'José Coc'].map((nombre_completo, i) => [
      i + 2,
      { nombre_completo, telefono: String(i + 1), tipo_licencia: 'ABCA'.charAt(i), vencimiento: april },
    ]),
  },
  'trailing spaces and dashes in empty cells': {
    tipo: 'clientes',
    rows: [
      [' Nombre ', 'Apellido  ', 'Teléfono\u00a0'],
      ['Ana  ', ' Núñez', '-'],
      ['-', 'N/A', ' '],
      ['Luis', 'Sis', '5555 '],
    ],
    expectedRows: [
      [2, { nombre: 'Ana', apellido: 'Núñez', telefono: null }],
      [4, { nombre: 'Luis', apellido: 'Sis', telefono: '5555' }],
    ],
  },
  'a second sheet': {
    tipo: 'camiones',
    rows: [camiones, hinoCells],
    secondSheet: [camiones, ['C-999', 'Otra', 1, 'x', 'x', 'x']],
    expectedRows: [[2, hinoRow]],
  },
  'a hidden sheet before it': {
    tipo: 'camiones',
    rows: [camiones, hinoCells],
    hiddenSheet: [camiones, ['C-999', 'Otra', 1, 'x', 'x', 'x']],
    expectedRows: [[2, hinoRow]],
  },
  'cells merged down': {
    tipo: 'documentos',
    rows: [
      ['Camión', 'Documento', 'Vence'],
      ['C-123BBB', 'Seguro', day(46_115)],
      [null, 'Tarjeta', day(46_116)],
    ],
    merges: ['A2:A3'],
    expectedRows: [
      [2, { tipo: 'Seguro', placa: 'C-123BBB', vence: april }],
      [3, { tipo: 'Tarjeta', placa: 'C-123BBB', vence: '2026-04-04' }],
    ],
  },
  'empty columns and rows between': {
    tipo: 'camiones',
    rows: [
      [],
      [null, 'Placa', null, 'Marca'],
      [],
      [null, 'C-1', null, 'Hino'],
      [],
      [null, 'C-2', null, 'Isuzu'],
    ],
    expectedRows: [
      [4, { placa: 'C-1', marca: 'Hino' }],
      [6, { placa: 'C-2', marca: 'Isuzu' }],
    ],
  },
  ...calculatedSheets,
  'dates that count from 1904': {
    tipo: 'documentos',
    is1904: true,
    rows: [
      ['Placa', 'Tipo', 'Vence'],
      ['C-1', 'Seguro', day(44_653)],
    ],
    expectedRows: [[2, { tipo: 'Seguro', placa: 'C-1', vence: april }]],
  },
  'trips with times in several formats': {
    tipo: 'rutas',
    rows: [
      ['Fecha', 'Hora', 'Empresa', 'Flete (Q)', 'Galones'],
      [day(46_115), hour(0.354_166_666_666_667), 'Cementos', money(1250), 45.333_33],
      [day(46_115), '2:30 p. m.', 'Cementos', 1250, '45.5'],
      [day(46_115), '08:30', 'Cementos', 1250, null],
    ],
    expectedRows: ['08:30:00', '14:30:00', '08:30:00'].map((hora, i) => [
      i + 2,
      {
        fecha: april,
        hora,
        cliente: 'Cementos',
        precio: 1250,
        combustible: [45.33, '45.5', null][i] ?? null,
      },
    ]),
  },
  'trip states and numbers': {
    tipo: 'rutas',
    rows: [
      ['No. Ruta', 'ESTADO', 'Observaciones'],
      ['RUTA-9001', 'ENTREGADO', 'Sin novedad'],
      [9002, 'incidente', null],
    ],
    expectedRows: [
      [2, { no_ruta: 'RUTA-9001', estado: 'Entregado', comentario: 'Sin novedad' }],
      [3, { no_ruta: '9002', estado: 'Incidente', comentario: null }],
    ],
  },
  'two columns for one field': {
    tipo: 'camiones',
    rows: [
      ['Placas', 'Placa', 'Línea', 'Año'],
      ['vieja', 'C-1', 'FC9J', 2019],
    ],
    expectedRows: [[2, { placa: 'C-1', modelo: 'FC9J' }]],
  },
  'a long legend above the headings': {
    tipo: 'clientes',
    rows: [
      ['Lista de precios por cliente, vigente hasta nuevo aviso (Nombre, teléfono)'],
      ['Elaborado por:', 'Marta'],
      ['Cliente', 'Teléfono', 'Crédito'],
      ['Cementos del Sur', '2222-3333', 'Sí'],
    ],
    expectedRows: [[4, { nombre_completo: 'Cementos del Sur', telefono: '2222-3333' }]],
  },
  'line breaks in headings and cells': {
    tipo: 'camiones',
    rows: [
      ['No.\nPlaca', 'Tarjeta de\ncirculación'],
      ['C-1', 'TC\n1'],
    ],
    expectedRows: [[2, { placa: 'C-1', tarjeta_circulacion: 'TC\n1' }]],
  },
}
