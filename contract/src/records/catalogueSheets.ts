import { ayudantes } from './ayudantes.ts'
import { camiones } from './camiones.ts'
import { choferes } from './choferes.ts'
import { clientes } from './clientes.ts'
import { defineSheet, personColumns } from './sheets.ts'

/** Sheets of the catalogues, apart from their definitions: only the import page needs them. */

export const choferSheet = defineSheet(choferes.fields, [], {
  ...personColumns(['piloto', 'chofer', 'conductor']),
  tipo_licencia: {
    aliases: ['licencia', 'tipo de licencia', 'clase'],
    help: 'La clase de la licencia.',
    example: 'A',
  },
  vencimiento: {
    aliases: ['vence', 'fecha de vencimiento', 'vencimiento de licencia', 'fecha de vencimiento de licencia'],
    example: '31/12/2027',
  },
})

export const ayudanteSheet = defineSheet(ayudantes.fields, [], { ...personColumns(['ayudante', 'auxiliar']) })

export const camionSheet = defineSheet(camiones.fields, [], {
  placa: {
    aliases: ['placas', 'no placa', 'numero de placa', 'matricula'],
    help: 'Con o sin guion.',
    example: 'C-123BCD',
  },
  marca: { help: 'El fabricante.', example: 'Freightliner' },
  modelo: { aliases: ['ano', 'linea'], help: 'El modelo o el año.', example: 'M2 106' },
  color: { help: 'Un color.', example: 'Blanco' },
  tipo: {
    aliases: ['tipo de camion', 'tipo de vehiculo'],
    help: 'Qué clase de camión es.',
    example: 'Cabezal',
  },
  tarjeta_circulacion: {
    aliases: ['tarjeta', 'tarjeta de circulacion', 'no tarjeta'],
    help: 'El número de la tarjeta.',
    example: 'TC-4471',
  },
})

export const clienteSheet = defineSheet(
  clientes.fields,
  [],
  personColumns(['cliente', 'empresa', 'razon social', 'nombre del cliente']),
)
