import { catalogueScreens } from '../core/catalogueScreens.ts'
import { textField } from './catalogueFields.ts'
import { defineCatalogue } from './definition.ts'

export const camiones = defineCatalogue({
  name: 'camiones',
  record: 'Camion',
  fields: {
    placa: textField('Placa', { input: 'capitals', rule: 'letters' }),
    marca: textField('Marca'),
    modelo: textField('Modelo'),
    color: textField('Color'),
    tipo: textField('Tipo'),
    tarjeta_circulacion: textField('Tarjeta de circulación', { input: 'capitals' }),
  },
  readOnly: {},
  columns: ['placa', 'marca', 'modelo', 'color', 'tipo', 'tarjeta_circulacion'],
  searchBy: ['placa', 'marca', 'modelo'],
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
    searchHint: 'Buscar por placa, marca o modelo',
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
