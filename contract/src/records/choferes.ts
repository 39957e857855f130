import { catalogueScreens } from '../core/catalogueScreens.ts'
import { dateField, nameField, telefonoThatMayLack, textThatMayLack } from './catalogueFields.ts'
import { defineCatalogue } from './definition.ts'

export const choferes = defineCatalogue({
  name: 'choferes',
  record: 'Chofer',
  fields: {
    nombre: nameField('Nombre', { description: 'Nombre del piloto.' }),
    apellido: nameField('Apellido', { description: 'Apellido del piloto.' }),
    telefono: telefonoThatMayLack(),
    tipo_licencia: textThatMayLack('Tipo de Licencia', {
      input: 'capitals',
      description: 'Tipo de licencia como está en ella: `A`, `B`, `C`; null si no se sabe.',
    }),
    vencimiento: dateField('Fecha de Vencimiento de Licencia', {
      description: 'Último día en que vale la licencia, AAAA-MM-DD; null si no se sabe.',
      example: '2027-05-31',
    }),
  },
  readOnly: { username: 'Usuario', rol_nombre: 'Rol' },
  columns: ['nombre', 'apellido', 'telefono', 'tipo_licencia', 'vencimiento'],
  searchBy: ['nombre', 'apellido'],
  orderBy: ['nombre', 'apellido'],
  orders: {
    vencimiento: 'Licencia que vence primero',
    '-vencimiento': 'Licencia que vence al final',
  },
  screens: catalogueScreens.choferes,
  menu: { icon: 'id-card', group: 'Personal' },
  words: {
    title: 'Pilotos',
    singular: 'Piloto',
    add: '+ Ingresar Piloto',
    create: 'Ingresar Piloto',
    edit: 'Editar Piloto',
    searchHint: 'Buscar por nombre o apellido',
    empty: 'Todavía no hay pilotos. Ingresa el primero para poder asignarle rutas.',
    inQuestion: 'al piloto',
    notFound: 'Piloto no encontrado',
    created: 'Chofer creado exitosamente',
    updated: 'Chofer actualizado exitosamente',
    deleted: 'Chofer eliminado con éxito',
    loadList: 'Error al cargar los choferes:',
    loadOne: 'Error al cargar los datos del piloto',
    createFailed: 'Error al crear el piloto',
    updateFailed: 'Error al actualizar el piloto',
    deleteFailed: 'Error al eliminar el chofer',
  },
  confirmDelete: (chofer) => `¿Deseas eliminar a ${chofer.nombre} ${chofer.apellido}?`,
})
