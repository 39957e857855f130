import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, listErrors, previewImport, runImport } from '../../test/importar.ts'
import {
  anInvoiceRow,
  invoiceSheet,
  type OpeningOffice,
  openOpeningOffice,
} from '../../test/openingInvoices.ts'
import type { Client } from '../../test/testApp.ts'

// The preview of opening invoices (docs/contract/receivables.md). The date is 20/11/2026, noon.

let office: OpeningOffice
let cashier: Client
beforeAll(async () => {
  office = await openOpeningOffice()
  cashier = office.cashier
})
afterAll(() => office.server.close())

const uuid = 'D412A347-9720-44C0-A9CC-FDE068F0A2E7'
const preview = (...rows: string[][]) => previewImport(cashier, 'facturas', invoiceSheet(...rows))
const errorsOf = async (changes: Record<string, string>) =>
  listErrors((await preview(anInvoiceRow(changes))).detalle).map(([, , campo, mensaje]) => [campo, mensaje])
const unknown = 'Cliente no encontrado. Verifica que el cliente seleccionado sea válido.'
const several = 'Hay varios clientes con ese nombre.'
const noIdentifier = 'Escribe la serie y el número, o la autorización.'

test('preview: shows the invoice as it would be stored', async () => {
  const fromUuid = { Serie: 'Z', Número: '#N/A', Autorización: ' d412a3479720 44C0A9CCFDE068F0A2E7' }
  const { vista, errores } = await preview(
    anInvoiceRow({ Cliente: 'Nadie', NIT: '0576937-k', ...fromUuid, 'Saldo inicial': '5,000.00' }),
    anInvoiceRow({
      NIT: 'CF',
      Tipo: 'fcam',
      Serie: 'b 1',
      Número: '0042',
      Vence: '22/09/2026',
      'Saldo inicial': '0',
    }),
  )
  expect(errores).toBe(0)
  const base = { cliente: "O'Higgins Uno", fecha: '2026-09-21', monto: 11_200 }
  expect(vista.map(({ valores }: { valores: object }) => valores)).toEqual([
    {
      ...base,
      nit: '576937K',
      tipo: 'FACT',
      serie: 'D412A347',
      numero: '2535474368',
      uuid,
      vence: '2026-10-21',
      saldo_inicial: 5000,
    },
    {
      ...base,
      nit: 'CF',
      tipo: 'FCAM',
      serie: 'B1',
      numero: '42',
      uuid: null,
      vence: '2026-09-22',
      saldo_inicial: 0,
    },
  ])
})

test.each([
  [{ Cliente: '' }, [[null, 'Escribe el cliente o el NIT.']]],
  [
    { Cliente: '', Número: '' },
    [
      [null, 'Escribe el cliente o el NIT.'],
      [null, noIdentifier],
    ],
  ],
  [{ Cliente: 'Nadie' }, [['cliente', unknown]]],
  [{ Cliente: '', NIT: 'CF' }, [['nit', unknown]]],
  [{ Cliente: '', NIT: '5769368' }, [['nit', 'El NIT no es válido: revisa el último dígito.']]],
  [{ Cliente: 'Nadie', NIT: '39525503' }, [['cliente', several]]],
  [{ Cliente: '', NIT: '39525503' }, [['nit', several]]],
  [{ Cliente: "O'Higgins Mina", NIT: '39525503' }, []],
  [{ Cliente: '', NIT: '576937K' }, []],
  [{ Número: '' }, [[null, noIdentifier]]],
  [{ Serie: '' }, [[null, noIdentifier]]],
  [{ Autorización: uuid.slice(1) }, [['uuid', 'Escribe el número de autorización completo.']]],
  [{ Número: '12-B' }, [['numero', 'Escribe de 1 a 20 dígitos.']]],
  [{ Número: '5.02556E+10' }, [['numero', expect.stringContaining('Excel cortó')]]],
  [{ Tipo: 'NCRE' }, [['tipo', expect.any(String)]]],
  [{ Fecha: '21/11/2026' }, [['fecha', 'La fecha no puede ser posterior a hoy.']]],
  [{ Fecha: '20/11/2026' }, []],
  [{ Fecha: '' }, [['fecha', 'Este campo es obligatorio.']]],
  [{ Vence: '20/09/2026' }, [['vence', 'La fecha de vencimiento no puede ser anterior a la de emisión.']]],
  [{ Monto: '' }, [['monto', 'Este campo es obligatorio.']]],
  [{ Monto: '0' }, [['monto', 'El monto debe ser mayor que cero.']]],
  [{ 'Saldo inicial': '11200.01' }, [['saldo_inicial', 'El saldo inicial no puede ser mayor que el monto.']]],
  [{ 'Saldo inicial': '-1' }, [['saldo_inicial', expect.stringContaining('Escribe una cantidad')]]],
  [{ 'Saldo inicial': '11,200' }, []],
])('preview: judges %j', async (changes: Record<string, string>, errors) => {
  expect(await errorsOf(changes)).toEqual(errors)
})

test('preview: shows what a wrong row has', async () => {
  const { vista } = await preview(anInvoiceRow({ Número: '' }))
  expect(vista[0]).toMatchObject({
    accion: 'error',
    valores: { serie: 'A', numero: null, monto: '11200.00' },
  })
})

test('preview: offers the clients of a NIT that several have', async () => {
  const { desconocidos } = await preview(anInvoiceRow({ Cliente: 'Minas', NIT: '39525503' }))
  expect(desconocidos).toMatchObject([
    { campo: 'cliente', valor: 'Minas', candidatos: [{ id: office.ids.mina }, { id: office.ids.puerto }] },
  ])
  const nombres = JSON.stringify({ cliente: { Minas: office.ids.puerto } })
  const sheet = invoiceSheet(anInvoiceRow({ Cliente: 'Minas', NIT: '39525503' }))
  const chosen = await previewImport(cashier, 'facturas', sheet, { nombres })
  expect(chosen.vista[0]).toMatchObject({ accion: 'nueva', valores: { cliente: "O'Higgins Puerto" } })
})

test('missing columns: Cliente stands for NIT, Autorización for serie and número', async () => {
  const missing = async (...titles: string[]) => {
    const { body } = await runImport(
      cashier,
      'facturas',
      csv(
        titles,
        titles.map(() => '1'),
      ),
    )
    return body.error.campos.columnas
  }
  expect(await missing('Nota')).toBe('Faltan columnas: Cliente, Autorización, Fecha, Monto.')
  expect(await missing('NIT', 'Serie', 'Fecha')).toBe('Faltan columnas: Autorización, Monto.')
  expect(await missing('NIT', 'Serie', 'Número', 'Monto')).toBe('Faltan columnas: Fecha.')
  expect(await missing('Autorización', 'Fecha', 'Monto')).toBe('Faltan columnas: Cliente.')
})
