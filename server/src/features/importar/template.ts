import { type ImportTipo, importCampos, type SheetCampo } from '@flota/contract/imports/importarCampos.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import type { WorkbookInfo, XlsxColumn } from '../../platform/xlsx/sheet.ts'
import { workbook } from '../../platform/xlsx/workbook.ts'

interface ColumnHelp {
  ayuda: string
  ejemplo: string
}

const dia = 'Día, mes y año.'
const existingHelp = (what: string) => `El nombre completo de ${what} que ya está.`
const nombre: ColumnHelp = { ayuda: 'Sin la columna Apellido, el nombre completo.', ejemplo: 'Juan' }
const apellido: ColumnHelp = { ayuda: 'Uno o más apellidos.', ejemplo: 'Pérez López' }
const telefono: ColumnHelp = { ayuda: 'Como se marca.', ejemplo: '5555-1234' }
const placa: ColumnHelp = { ayuda: 'De un camión que ya está.', ejemplo: 'C-123BCD' }
const piloto: ColumnHelp = { ayuda: existingHelp('un piloto'), ejemplo: 'Juan Pérez López' }
const ayudante: ColumnHelp = { ayuda: existingHelp('un ayudante'), ejemplo: 'Rosa Ixcoy' }
const origen: ColumnHelp = { ayuda: 'De dónde sale.', ejemplo: 'Guatemala' }
const destino: ColumnHelp = { ayuda: 'A dónde llega.', ejemplo: 'Quetzaltenango' }
const precio: ColumnHelp = { ayuda: 'En quetzales, con dos decimales como máximo.', ejemplo: '1250.00' }

/** Help texts for the columns of a template. */
const columnHelps: { readonly [T in ImportTipo]: Readonly<Record<SheetCampo<T>, ColumnHelp>> } = {
  choferes: {
    nombre,
    apellido,
    telefono,
    tipo_licencia: { ayuda: 'La clase de la licencia.', ejemplo: 'A' },
    vencimiento: { ayuda: dia, ejemplo: '31/12/2027' },
  },
  ayudantes: { nombre, apellido, telefono },
  camiones: {
    placa: { ayuda: 'Con o sin guion.', ejemplo: 'C-123BCD' },
    marca: { ayuda: 'El fabricante.', ejemplo: 'Freightliner' },
    modelo: { ayuda: 'El modelo o el año.', ejemplo: 'M2 106' },
    color: { ayuda: 'Un color.', ejemplo: 'Blanco' },
    tipo: { ayuda: 'Qué clase de camión es.', ejemplo: 'Cabezal' },
    tarjeta_circulacion: { ayuda: 'El número de la tarjeta.', ejemplo: 'TC-4471' },
  },
  clientes: { nombre, apellido, telefono },
  tarifas: {
    cliente: { ayuda: `${existingHelp('un cliente')} Vacío: para todos.`, ejemplo: 'Cementos Progreso' },
    origen,
    destino,
    servicio: { ayuda: 'Vacío: para cualquiera.', ejemplo: 'Flete local' },
    precio,
    duracion_min: { ayuda: 'En minutos, sin decimales.', ejemplo: '480' },
    vigente_desde: { ayuda: dia, ejemplo: '01/01/2026' },
    vigente_hasta: { ayuda: `${dia} Vacío: sin final.`, ejemplo: '31/12/2026' },
  },
  documentos: {
    tipo: { ayuda: 'Un tipo de documento que ya está y que aplica a ese registro.', ejemplo: 'Seguro' },
    placa: {
      ayuda: `${placa.ayuda} Cada fila lleva placa, piloto o ayudante: uno solo.`,
      ejemplo: 'C-123BCD',
    },
    piloto,
    ayudante,
    numero: { ayuda: 'El número del documento.', ejemplo: '4471-A' },
    emitido: { ayuda: dia, ejemplo: '01/02/2026' },
    vence: { ayuda: dia, ejemplo: '01/02/2027' },
    nota: { ayuda: 'Lo que haya que saber.', ejemplo: 'El original está en la oficina' },
  },
  rutas: {
    no_ruta: { ayuda: 'Vacío: el siguiente número.', ejemplo: 'RUTA-001' },
    fecha: { ayuda: dia, ejemplo: '20/11/2026' },
    hora: { ayuda: 'De 00:00 a 23:59. Vacío: 00:00.', ejemplo: '08:30' },
    cliente: { ayuda: existingHelp('un cliente'), ejemplo: 'Cementos Progreso' },
    servicio: { ayuda: 'Qué se hizo.', ejemplo: 'Flete local' },
    mercaderia: { ayuda: 'Qué se llevó.', ejemplo: 'Cemento' },
    placa,
    piloto,
    ayudante,
    origen,
    destino,
    precio,
    combustible: { ayuda: 'En galones, con dos decimales como máximo.', ejemplo: '35.50' },
    estado: { ayuda: 'Entregado o Incidente. Vacío: Entregado.', ejemplo: 'Entregado' },
    comentario: { ayuda: 'Lo que haya que saber.', ejemplo: 'Se entregó en bodega 3' },
  },
}

const column = (title: string, width: number): XlsxColumn => ({ title, width, format: 'general' })

/** Returns a workbook with the headings in 'Datos' and an explanation of each column in 'Ayuda'. */
export function importTemplate(tipo: ImportTipo, creator: string, now: Date) {
  const campos = Object.entries(columnHelps[tipo])
  const info: WorkbookInfo = { title: `Plantilla de ${tipo}`, creator, created: now.toISOString() }
  const headings = campos.map(([campo]) =>
    column(campoLabel(campo), Math.max(14, campoLabel(campo).length + 4)),
  )
  const helpColumns = [
    column('Columna', 34),
    column('Obligatoria', 13),
    column('Qué se escribe', 64),
    column('Ejemplo', 32),
  ]
  const rows = campos.map(([campo, help]) => [
    campoLabel(campo),
    importCampos[tipo][campo]?.obligatorio ? 'Sí' : 'No',
    help.ayuda,
    help.ejemplo,
  ])
  return workbook(
    [
      { name: 'Datos', columns: headings, rows: [] },
      { name: 'Ayuda', columns: helpColumns, rows: [rows] },
    ],
    info,
  )
}
