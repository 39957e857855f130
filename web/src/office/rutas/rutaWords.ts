export const rutaWords = {
  create: 'Ingresar Ruta',
  edit: 'Editar Ruta',
  singular: 'Ruta',
  loadOne: 'Error al cargar los datos de la ruta',
}
