import { catalogueScreens } from '../core/catalogueScreens.ts'
import { optionalText, textField, textThatMayLack } from './catalogueFields.ts'
import { defineCatalogue } from './definition.ts'

export const camiones = defineCatalogue({
  name: 'camiones',
  record: 'Camion',
  fields: {
    placa: textField('Placa', { input: 'capitals', rule: 'letters' }),
    marca: textThatMayLack('Marca'),
    modelo: textThatMayLack('Modelo'),
    color: textThatMayLack('Color'),
    tipo: textThatMayLack('Tipo'),
    tarjeta_circulacion: textThatMayLack('Tarjeta de circulación', { input: 'capitals' }),
    numero_unidad: optionalText('No. de unidad', { max: 20, input: 'capitals' }),
  },
  readOnly: {},
  columns: ['placa', 'numero_unidad', 'marca', 'modelo', 'color', 'tipo', 'tarjeta_circulacion'],
  searchBy: ['placa', 'marca', 'modelo', 'numero_unidad'],
  orderBy: ['placa'],
  orders: {},
  screens: catalogueScreens.camiones,
  menu: { icon: 'truck' },
  words: {
    title: 'Camiones',
    singular: 'Camión',
    add: '+ Ingresar Camión',
    create: 'Ingresar Camión',
    edit: 'Editar Camión',
    searchHint: 'Buscar por placa, unidad, marca o modelo',
    empty: 'Todavía no hay camiones. Ingresa el primero para poder asignarlo a una ruta.',
    inQuestion: 'el camión',
    notFound: 'Camión no encontrado',
    created: 'Camión creado exitosamente',
    updated: 'Camión actualizado exitosamente',
    deleted: 'Camión eliminado con éxito',
    loadList: 'Error al cargar los camiones',
    loadOne: 'Error al cargar los datos del camión',
    createFailed: 'Error al crear el camión',
    updateFailed: 'Error al actualizar el camión',
    deleteFailed: 'Error al eliminar el camión',
  },
  confirmDelete: (camion) => `¿Deseas eliminar el camión con placa ${camion.placa}?`,
})
