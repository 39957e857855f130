import { describe, expect, test } from 'vitest'
import { type ImportTipo, importCampos, importTipos } from './importarCampos.ts'
import { matchHeading, normalHeading } from './importarHeadings.ts'

test.each([
  ['Precio (Q)', 'precio'],
  ['No.Ruta', 'no ruta'],
  ['  PLACA  ', 'placa'],
  ['Año', 'ano'],
  ['Nº de viaje:', 'no de viaje'],
  ['Tarjeta\nde   circulación*', 'tarjeta de circulacion'],
  ['Vence [dd/mm (aaaa)] {texto}', 'vence'],
  ['Precio (Q', 'precio q'],
  ['Precio) Q', 'precio q'],
  ['(todo)', ''],
  ['('.repeat(100_000), ''],
])('normalHeading: returns the heading of %j', (title, heading) => expect(normalHeading(title)).toBe(heading))

const campoOf = (tipo: ImportTipo, title: string) => matchHeading(tipo, title)?.campo ?? null

/** Headings of lists of transport companies in Guatemala and Mexico; null for what no field holds. */
const collected: Record<ImportTipo, Record<string, string | null>> = {
  choferes: {
    'Nombre completo del piloto': 'nombre_completo',
    'Nombre del operador': 'nombre_completo',
    Operador: 'nombre_completo',
    Motorista: 'nombre_completo',
    'Nombres y Apellidos': 'nombre_completo',
    Cel: 'telefono',
    'Teléfono celular': 'telefono',
    'No. de teléfono': 'telefono',
    'Tel. / Cel.': 'telefono',
    'Número de celular': 'telefono',
    'Tipo Lic.': 'tipo_licencia',
    'Clase de licencia': 'tipo_licencia',
    clase_licencia: 'tipo_licencia',
    'Licencia de conducir': 'tipo_licencia',
    'Vence licencia': 'vencimiento',
    Vigencia: 'vencimiento',
    'Vigencia de licencia': 'vencimiento',
    'F. Vencimiento': 'vencimiento',
    'Vto. Lic.': 'vencimiento',
    'Fecha venc.': 'vencimiento',
    fechaVencimientoLicencia: 'vencimiento',
    'No. de licencia': null,
    unidad_asignada: null,
    DPI: null,
    rating: null,
  },
  ayudantes: {
    'Nombre del ayudante': 'nombre_completo',
    Auxiliares: 'nombre_completo',
    'Cel.': 'telefono',
  },
  clientes: {
    'Nombre cliente': 'nombre_completo',
    'Nombre o razón social': 'nombre_completo',
    'Nombre de la empresa': 'nombre_completo',
    'Nombre comercial': 'nombre_completo',
    'Teléfono de contacto': 'telefono',
    'Teléfono 1': 'telefono',
    NIT: null,
    'Dirección fiscal': null,
  },
  camiones: {
    'No. de placa': 'placa',
    'Placa del camión': 'placa',
    'PLACAS TRACTO': 'placa',
    'Marca del vehículo': 'marca',
    'Modelo / Año': 'modelo',
    'Año modelo': 'modelo',
    año: 'modelo',
    'Color del camión': 'color',
    'Tipo de unidad': 'tipo',
    'Tipo Vehículo': 'tipo',
    'T/Circulación': 'tarjeta_circulacion',
    'No. Tarjeta de Circulación': 'tarjeta_circulacion',
    'Tarj. circulación': 'tarjeta_circulacion',
    Cabezal: 'placa',
    Camiones: 'placa',
    Tractocamión: 'placa',
    'Placa No.': 'placa',
    'No. de cabezal': null,
    'No. de chasis': null,
    kilometraje_actual: null,
  },
  tarifas: {
    'Lugar de Origen': 'origen',
    'Lugar de Destino': 'destino',
    De: 'origen',
    A: 'destino',
    'Punto de carga': 'origen',
    'Punto de entrega': 'destino',
    'Nombre del cliente': 'cliente',
    'Tarifa Q.': 'precio',
    'Precio por viaje': 'precio',
    'Valor del flete': 'precio',
    Monto: 'precio',
    'Vigencia desde': 'vigente_desde',
    'A partir de': 'vigente_desde',
    'Válida hasta': 'vigente_hasta',
    'Duración en min.': 'duracion_min',
    'Tipo de servicio': 'servicio',
    Toneladas: null,
  },
  documentos: {
    'Tipo de docto.': 'tipo',
    'No. póliza': 'numero',
    'No. Doc.': 'numero',
    'Fecha expedición': 'emitido',
    'Fecha vto.': 'vence',
    'Vigencia hasta': 'vence',
    'Unidad / placa': 'placa',
    'Nombre del chofer': 'piloto',
    'Obs.': 'nota',
  },
  rutas: {
    'No. viaje': 'no_ruta',
    'Viaje #': 'no_ruta',
    'Folio de viaje': 'no_ruta',
    'Fecha de viaje': 'fecha',
    'Fecha salida': 'fecha',
    'F/SALIDA': 'fecha',
    'Fecha Inicio Carga': 'fecha',
    'Fecha y hora': 'fecha',
    'Hora de salida': 'hora',
    'Nombre del Cliente': 'cliente',
    'Tipo Servicio': 'servicio',
    Mercancía: 'mercaderia',
    'Tipo de carga': 'mercaderia',
    'Producto transportado': 'mercaderia',
    Cabezal: 'placa',
    Unidad: 'placa',
    'NO. ECO.': 'placa',
    Vehículo: 'placa',
    'Placa cabezal': 'placa',
    Operadores: 'piloto',
    'Piloto asignado': 'piloto',
    'Aux.': 'ayudante',
    'Lugar de carga': 'origen',
    'Depósito de salida': 'origen',
    'Lugar de descarga': 'destino',
    'DEST.': 'destino',
    'Valor Flete': 'precio',
    Importe: 'precio',
    Tarifa: 'precio',
    'Gal.': 'combustible',
    'Galones diesel': 'combustible',
    Diesel: 'combustible',
    Estatus: 'estado',
    'Observaciones del viaje': 'comentario',
  },
  // SAT's list of issued invoices.
  facturas: {
    'Fecha y hora de emisión': 'fecha',
    'Número de Autorización': 'uuid',
    'Número del DTE': 'numero',
    'NIT del emisor': null,
    'ID del receptor': 'nit',
    'Nombre completo del receptor': 'cliente',
    'Gran Total (Moneda Original)': 'monto',
  },
}

const all = importTipos.flatMap((tipo) =>
  Object.entries(collected[tipo]).map(([title, campo]) => [tipo, title, campo] as const),
)

describe('matchHeading', () => {
  test.each(all)('matchHeading: returns the field of %s %j', (tipo, title, campo) =>
    expect(campoOf(tipo, title)).toBe(campo),
  )

  test('matchHeading: knows at least 95 of 106 collected headings', () => {
    expect(all.length).toBeGreaterThanOrEqual(106)
    expect(all.filter(([, , campo]) => campo !== null).length).toBeGreaterThanOrEqual(95)
  })

  test.each<[ImportTipo, string[]]>([
    [
      'choferes',
      ['Tipo', 'No. licencia', 'Teléfono de emergencia', 'Fecha de ingreso', 'Vence seguro', 'viajes'],
    ],
    ['clientes', ['Código de cliente', 'Contacto', 'Tipo de cliente', 'Teléfono fax']],
    [
      'camiones',
      ['Placa remolque', 'Vence tarjeta', 'Tarjeta de combustible', 'Marca / Modelo', 'Color y tipo'],
    ],
    ['tarifas', ['Duración horas', 'Tiempo (hrs)', 'Toneladas', 'Carga']],
    ['documentos', ['No.', 'Núm.', 'Licencia del piloto']],
    [
      'rutas',
      [
        'No.',
        'No',
        'Nº',
        '#',
        'Núm.',
        'ID',
        'Hora de llegada',
        'Horas',
        'Fecha de entrega',
        'Fecha de pago',
        'Fecha factura',
        'Valor de la mercadería',
        'Vehículo Secundario',
        'Tipo Vehículo',
        'Placa del furgón',
        'Placas remolque',
        'Operador 2',
        'Teléfono piloto',
        'Licencia piloto',
        'Peso de carga',
        'Sale',
        'Llega',
        'Combustible Q.',
        'Litros',
        'Anticipo',
        'Motivo',
        'Transporte',
      ],
    ],
  ])('matchHeading: returns no field for other headings of %s', (tipo, titles) => {
    for (const title of titles) expect([title, campoOf(tipo, title)]).toEqual([title, null])
  })

  test('matchHeading: returns the field of every name and alias, and of no other', () => {
    for (const tipo of importTipos)
      for (const [campo, { titulos, nombres }] of Object.entries(importCampos[tipo]))
        for (const heading of [campo, ...titulos, ...nombres]) {
          expect(normalHeading(heading)).toBe(heading.replaceAll('_', ' '))
          expect([tipo, heading, campoOf(tipo, heading)]).toEqual([tipo, heading, campo])
        }
  })

  test.each<[ImportTipo, string, string]>([
    ['rutas', 'Combustible (Q)', 'combustible'],
    ['rutas', 'Diesel [lts]', 'combustible'],
    ['rutas', 'Galones ($)', 'combustible'],
    ['tarifas', 'Duración (horas)', 'duracion_min'],
    ['camiones', 'Modelo {año}', 'modelo'],
  ])('matchHeading: ignores text in brackets of %s %j', (tipo, title, campo) =>
    expect(campoOf(tipo, title)).toBe(campo),
  )

  test('matchHeading: ranks the own name before its words and these before an alias', () => {
    const ranks = ['tipo licencia', 'Tipo de licencia', 'Clase de licencia', 'Tipo Lic.', 'Licencia', 'Clase']
    expect(ranks.map((title) => matchHeading('choferes', title)?.rank)).toEqual([0, 1, 1, 1, 2, 2])
  })
})
