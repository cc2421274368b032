/*
Tables that the library makes are read before stored ones of the same name.
*/
SET search_path = 'reported,main'
