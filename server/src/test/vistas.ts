/** Values of a view of a list. */
export const aVista = { lista: '/rutas', nombre: "D'León, tarde", filtros: 'estado=Pendiente&cliente_id=7' }
