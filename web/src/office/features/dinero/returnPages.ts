/** Pages that lead to one of the money's: closing it steps back there. */
export const returnPages = /^\/(dinero|bitacora|mostrar-ruta|ver-ruta|dashboard|admin-dashboard)\b/
