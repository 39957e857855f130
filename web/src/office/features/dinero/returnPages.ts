/** Pages that lead to a money record: closing it navigates back to them. */
export const returnPages = /^\/(dinero|bitacora|mostrar-ruta|ver-ruta|dashboard|admin-dashboard)\b/
