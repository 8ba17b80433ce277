type {:a} T, U a b = [a, T]{ f, g: b, h: bv3 };
const unique c, d: T; const k: U int (U bool real) where true;
function {:builtin "(_ extract 2 1)"} e(x: bv9): bv2;
function {:inline} g(x, y: int) returns (r: int) { (if x < y then x else -y) }
axiom (forall i: int, b: bool :: {g(i, 1)} {:q} b ==> g(i, i) <= 3 || !b);
var m: [int, bool][T]bv8, n: real where n >= 1.5e-3;
procedure P<a>(x: a);
