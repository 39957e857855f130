-- What files hang on is the contract's entidades: a new catalogue is one of them without a word here.
alter table archivos drop constraint archivos_entidad_check;
