import { ayudantes } from './ayudantes.ts'
import { camiones } from './camiones.ts'
import { choferes } from './choferes.ts'
import { clientes } from './clientes.ts'
import {
  ayudanteAliases,
  clienteAliases,
  defineSheet,
  personColumns,
  pilotoAliases,
  truckKinds,
  truckQualifiers,
} from './sheets.ts'

/** Sheets of the catalogues, apart from their definitions: only the import page needs them. */

export const choferSheet = defineSheet(choferes.fields, [], {
  ...personColumns([...pilotoAliases, 'colaborador', 'empleado']),
  tipo_licencia: {
    aliases: ['licencia', 'clase', 'licencia tipo', 'licencia clase'],
    ownNames: ['clase de licencia', 'categoria de licencia'],
    qualifiers: ['conducir', 'manejo', 'piloto'],
    help: 'La clase de la licencia.',
    example: 'A',
  },
  vencimiento: {
    aliases: ['vence', 'vigencia', 'vigente', 'valida hasta', 'expira', 'expiracion', 'caducidad', 'caduca'],
    qualifiers: ['fecha', 'licencia', 'conducir', 'manejo', 'hasta'],
    example: '31/12/2027',
  },
})

export const ayudanteSheet = defineSheet(ayudantes.fields, [], { ...personColumns(ayudanteAliases) })

export const camionSheet = defineSheet(camiones.fields, [], {
  placa: {
    aliases: ['matricula', 'numero de matricula', ...truckKinds],
    // 'No. de cabezal' may be the unit number.
    ownNames: ['numero de placa', 'placa numero'],
    qualifiers: [...truckQualifiers],
    help: 'Con o sin guion.',
    example: 'C-123BCD',
  },
  marca: {
    aliases: ['fabricante'],
    qualifiers: [...truckQualifiers],
    help: 'El fabricante.',
    example: 'Freightliner',
  },
  modelo: {
    aliases: ['ano', 'linea', 'estilo'],
    qualifiers: ['ano', 'fabricacion', ...truckQualifiers],
    help: 'El modelo o el año.',
    example: 'M2 106',
  },
  color: { qualifiers: [...truckQualifiers], help: 'Un color.', example: 'Blanco' },
  tipo: {
    aliases: ['clase', 'carroceria'],
    qualifiers: [...truckQualifiers, 'equipo', 'transporte', 'carroceria'],
    help: 'Qué clase de camión es.',
    example: 'Cabezal',
  },
  tarjeta_circulacion: {
    aliases: ['tarjeta', 'circulacion', 'tc', 't c'],
    qualifiers: ['numero', 'camion', 'vehiculo'],
    help: 'El número de la tarjeta.',
    example: 'TC-4471',
  },
  numero_unidad: {
    aliases: ['unidad', 'economico'],
    ownNames: ['numero economico'],
    qualifiers: ['numero', 'camion', 'vehiculo'],
    help: 'El que la empresa le puso.',
    example: '12',
  },
})

export const clienteSheet = defineSheet(clientes.fields, [], { ...personColumns(clienteAliases) })
