import { catalogueScreens } from '../core/catalogueScreens.ts'
import { nameField, telefonoField } from './catalogueFields.ts'
import { defineCatalogue } from './definition.ts'

export const ayudantes = defineCatalogue({
  name: 'ayudantes',
  record: 'Ayudante',
  fields: {
    nombre: nameField('Nombre', { description: 'Nombre del ayudante.' }),
    apellido: nameField('Apellido', { description: 'Apellido del ayudante.' }),
    telefono: telefonoField(),
  },
  readOnly: {},
  columns: ['nombre', 'apellido', 'telefono'],
  searchBy: ['nombre', 'apellido'],
  orderBy: ['nombre', 'apellido'],
  orders: {},
  screens: catalogueScreens.ayudantes,
  menu: { icon: 'hand-helping', group: 'Personal' },
  words: {
    title: 'Ayudantes',
    singular: 'Ayudante',
    add: '+ Ingresar Ayudante',
    create: 'Ingresar Ayudante',
    edit: 'Editar Ayudante',
    searchHint: 'Buscar por nombre o apellido',
    empty: 'Todavía no hay ayudantes. Ingresa el primero si alguna ruta lleva ayudante.',
    inQuestion: 'al ayudante',
    notFound: 'Ayudante no encontrado',
    created: 'Ayudante creado exitosamente',
    updated: 'Ayudante actualizado exitosamente',
    deleted: 'Ayudante eliminado con éxito',
    loadList: 'Error al cargar los ayudantes',
    loadOne: 'Error al cargar los datos del ayudante',
    createFailed: 'Error al crear el ayudante',
    updateFailed: 'Error al actualizar el ayudante',
    deleteFailed: 'Error al eliminar el ayudante',
  },
  confirmDelete: (ayudante) => `¿Deseas eliminar a ${ayudante.nombre} ${ayudante.apellido}?`,
})
