import { defineCatalogue } from './definition.ts'
import { text } from './fields.ts'

export const camiones = defineCatalogue({
  name: 'camiones',
  fields: {
    placa: text('Placa', 'capitals'),
    marca: text('Marca'),
    modelo: text('Modelo'),
    color: text('Color'),
    tipo: text('Tipo'),
    tarjeta_circulacion: text('Tarjeta de circulación', 'capitals'),
  },
  readOnly: {},
  columns: ['placa', 'marca', 'modelo', 'color', 'tipo', 'tarjeta_circulacion'],
  searchBy: ['placa', 'marca', 'modelo'],
  orderBy: ['placa'],
  screens: {
    list: '/camiones',
    create: '/ingresar-camiones',
    edit: '/editar-camiones/:id',
    show: ['/mostrar-camiones/:id', '/ver-camiones/:id'],
  },
  words: {
    title: 'Camiones',
    singular: 'Camión',
    add: '+ Ingresar Camión',
    create: 'Ingresar Camión',
    edit: 'Editar Camión',
    searchHint: 'Buscar por placa, marca o modelo',
    empty: 'Todavía no hay camiones. Ingresa el primero para poder asignarlo a una ruta.',
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
  nameOf: (camion) => camion.placa,
  confirmDelete: (camion) => `¿Deseas eliminar el camión con placa ${camion.placa}?`,
})
