import { catalogueScreens } from '../core/catalogueScreens.ts'
import { optionalText, textField, textThatMayLack } from './catalogueFields.ts'
import { defineCatalogue } from './definition.ts'

export const camiones = defineCatalogue({
  name: 'camiones',
  record: 'Camion',
  fields: {
    placa: textField('Placa', {
      input: 'capitals',
      rule: 'letters',
      description: 'Placa, única sin distinguir mayúsculas ni guiones.',
      example: 'C-123BCD',
    }),
    marca: textThatMayLack('Marca', { description: 'Marca del camión; null si no se sabe.' }),
    modelo: textThatMayLack('Modelo', { description: 'Modelo del camión; null si no se sabe.' }),
    color: textThatMayLack('Color', { description: 'Color del camión; null si no se sabe.' }),
    tipo: textThatMayLack('Tipo', {
      description: 'Qué camión es, como se escribió: `Cabezal`; null si no se sabe.',
    }),
    tarjeta_circulacion: textThatMayLack('Tarjeta de circulación', {
      input: 'capitals',
      description: 'Número de la tarjeta de circulación; null si no se sabe.',
    }),
    numero_unidad: optionalText('No. de unidad', {
      max: 20,
      input: 'capitals',
      description: 'Número que la empresa le da al camión; null si no tiene.',
    }),
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
