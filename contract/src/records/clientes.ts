import { catalogueScreens } from '../core/catalogueScreens.ts'
import { fullName } from '../core/format.ts'
import { nameField, telefonoField, textThatMayLack } from './catalogueFields.ts'
import { defineCatalogue } from './definition.ts'

export const clientes = defineCatalogue({
  name: 'clientes',
  record: 'Cliente',
  // A company has no apellido.
  fields: {
    nombre: nameField('Nombre', { description: 'Nombre de la persona o de la empresa.' }),
    apellido: textThatMayLack('Apellido', {
      rule: 'name',
      description: 'Apellido de la persona; null de una empresa.',
    }),
    telefono: telefonoField(),
  },
  readOnly: { rutas_asignadas: 'Rutas asignadas' },
  columns: ['nombre', 'telefono', 'rutas_asignadas'],
  searchBy: ['nombre', 'apellido'],
  orderBy: ['nombre', 'apellido'],
  orders: {
    '-rutas_asignadas': 'Más rutas asignadas',
    rutas_asignadas: 'Menos rutas asignadas',
  },
  screens: catalogueScreens.clientes,
  menu: { icon: 'building' },
  words: {
    title: 'Clientes',
    singular: 'Cliente',
    add: '+ Ingresar Cliente',
    create: 'Ingresar Cliente',
    edit: 'Editar Cliente',
    searchHint: 'Buscar por nombre o apellido',
    empty: 'Todavía no hay clientes. Ingresa el primero para poder crearle rutas.',
    inQuestion: 'al cliente',
    notFound: 'Cliente no encontrado',
    created: 'Cliente creado exitosamente',
    updated: 'Cliente actualizado exitosamente',
    deleted: 'Cliente eliminado con éxito',
    loadList: 'Error al cargar los clientes',
    loadOne: 'Error al cargar los datos del cliente',
    createFailed: 'Error al crear el cliente',
    updateFailed: 'Error al actualizar el cliente',
    deleteFailed: 'Error al eliminar el cliente',
  },
  confirmDelete: (cliente) => `¿Deseas eliminar a ${fullName(cliente.nombre, cliente.apellido)}?`,
})
