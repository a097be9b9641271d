// Where the file leads that the browser was started with. The page comes from here, not from a file: only so is it the
// same site, also when it is loaded again.
location.replace(`/${location.hash}`);
