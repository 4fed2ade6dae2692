//! Hand-set evaluation weights that can be changed by name, so that a match can try a value without a
//! rebuild.

macro_rules! weights {
    ($(#[$outer:meta])* $type:ident { $($(#[$doc:meta])* $name:ident),* $(,)? }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        pub struct $type {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl $type {
            /// The names of the weights, in order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Returns a weight by name so that an experiment can change it, or `None` if there is no such
            /// weight.
            pub fn by_name(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use weights;
